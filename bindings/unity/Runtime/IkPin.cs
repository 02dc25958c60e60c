using UnityEngine;

namespace Kansetsu
{
    /// <summary>Pins a bone of a rig. A bone with an IkTarget is not pinned.</summary>
    [AddComponentMenu("Kansetsu/IK Pin")]
    public sealed class IkPin : MonoBehaviour
    {
        [Tooltip("The rig of the pinned bone.")]
        public KansetsuRig rig;
        [Tooltip("The pinned bone, a descendant of the rig.")]
        public Transform bone;
        [Tooltip("Pin the rotation too.")]
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
