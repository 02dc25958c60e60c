using UnityEngine;

namespace Kansetsu
{
    /// <summary>Sets the transform of this component as the target of a bone.</summary>
    [AddComponentMenu("Kansetsu/IK Target")]
    public sealed class IkTarget : MonoBehaviour
    {
        [Tooltip("The rig of the bone.")]
        public KansetsuRig rig;
        [Tooltip("The bone that reaches the target, a descendant of the rig.")]
        public Transform bone;
        [Tooltip("Match the rotation of this transform too.")]
        public bool usesRotation;
        [Tooltip("The pole: a point at which the elbow or knee points.")]
        public Transform pole;
        [Min(0.0001f)] public float weight = 1;
        [Tooltip("The tolerance radius, metres.")]
        [Min(0)] public float radius;

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

        /// <summary>The target in the model space of the rig, right-handed.</summary>
        internal Target Read(Transform model)
        {
            var target = Target.Default;
            target.flags = TargetFlags.Position;
            target.position = Point(model, transform.position);
            target.weight = weight;
            target.radius = radius;
            if (usesRotation)
            {
                var rotation = Quaternion.Inverse(model.rotation) * transform.rotation;
                target.flags |= TargetFlags.Orientation;
                target.orientation = new Float4(rotation.x, -rotation.y, -rotation.z, rotation.w);
            }
            if (pole != null)
            {
                target.flags |= TargetFlags.Pole;
                target.pole = Point(model, pole.position);
            }
            return target;
        }

        private static Float3 Point(Transform model, Vector3 inWorld)
        {
            var point = model.InverseTransformPoint(inWorld);
            return new Float3(-point.x, point.y, point.z);
        }

        private void OnDrawGizmos()
        {
            if (bone == null) return;
            Gizmos.color = Color.yellow;
            Gizmos.DrawLine(bone.position, transform.position);
            Gizmos.DrawWireSphere(transform.position, Mathf.Max(radius, 0.02f));
        }
    }
}
