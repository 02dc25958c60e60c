using UnityEngine;

namespace Kansetsu
{
    /// <summary>A bone of a rig keeps its place. A bone with an IkTarget is not pinned.</summary>
    [AddComponentMenu("Kansetsu/IK Pin")]
    public sealed class IkPin : MonoBehaviour
    {
        [Tooltip("The rig that is pinned.")]
        public KansetsuRig rig;
        [Tooltip("The bone that keeps its place, below the rig.")]
        public Transform bone;
        [Tooltip("Keeps the rotation as well.")]
        public bool keepsRotation = true;

        private KansetsuRig known;

        private void OnEnable()
        {
            known = rig;
            if (known != null) known.Add(this);
        }

        private void OnDisable()
        {
            if (known != null) known.Remove(this);
        }

        private void OnDrawGizmos()
        {
            if (bone == null) return;
            Gizmos.color = Color.cyan;
            Gizmos.DrawWireSphere(bone.position, 0.02f);
        }
    }
}
