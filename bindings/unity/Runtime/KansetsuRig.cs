using System.Collections.Generic;
using UnityEngine;

namespace Kansetsu
{
    /// <summary>
    /// Poses the hierarchy below it in LateUpdate, after animation. IkTarget and IkPin components refer to it.
    /// </summary>
    /// <remarks>
    /// Unity is left-handed, Kansetsu right-handed: x changes its sign on the way in and out. The hierarchy must be in its bind pose
    /// (the T-pose of a humanoid) when the component awakes: limits are relative to it.
    /// </remarks>
    [DefaultExecutionOrder(1000)]
    [DisallowMultipleComponent]
    [AddComponentMenu("Kansetsu/Kansetsu Rig")]
    public sealed class KansetsuRig : MonoBehaviour
    {
        [Tooltip("The posture of the body.")]
        public Posture posture = Posture.Auto;
        [Tooltip("Keep feet on the floor planted, unless their leg has a target.")]
        public Feet feet = Feet.Planted;
        [Tooltip("Keep the center of mass above planted or pinned feet.")]
        public Balance balance = Balance.On;
        [Tooltip("Keep arms out of the trunk and the head.")]
        public SelfCollision selfCollision = SelfCollision.On;
        [Tooltip("The most solver steps per frame.")]
        [Range(1, 200)] public int stepsPerFrame = 20;

        /// <summary>The report of the last frame.</summary>
        public Report LastReport { get; private set; }

        private readonly List<Transform> bones = new List<Transform>();
        private readonly List<IkTarget> targets = new List<IkTarget>();
        private readonly List<IkPin> pins = new List<IkPin>();
        private readonly HashSet<int> used = new HashSet<int>();
        private readonly HashSet<int> before = new HashSet<int>();
        private Animator animator;
        private Rig rig;
        private Session session;
        private float[] pose;

        /// <summary>The joint of a descendant transform; -1 if it has none.</summary>
        public int JointOf(Transform bone) { return bones.IndexOf(bone); }

        internal void Add(IkTarget target) { targets.Add(target); }
        internal void Remove(IkTarget target) { targets.Remove(target); }
        internal void Add(IkPin pin) { pins.Add(pin); }
        internal void Remove(IkPin pin) { pins.Remove(pin); }

        private void Awake()
        {
            animator = GetComponent<Animator>();
            var names = new List<string>();
            var parents = new List<int>();
            Collect(transform, -1, names, parents);
            pose = new float[Rig.PoseFloats * bones.Count];
            ReadPose();
            rig = Rig.Create(names, parents.ToArray(), pose, HumanRoles.Of(animator, bones), animator != null && animator.isHuman);
            session = new Session(rig, ReadOptions());
        }

        private void Collect(Transform bone, int parent, List<string> names, List<int> parents)
        {
            // The first joint stands for the transform of this component and places the figure.
            int joint = bones.Count;
            bones.Add(bone);
            names.Add(bone.name);
            parents.Add(parent);
            for (int i = 0; i < bone.childCount; i++) Collect(bone.GetChild(i), joint, names, parents);
        }

        private void OnValidate()
        {
            if (session != null) session.SetOptions(ReadOptions());
        }

        private Options ReadOptions()
        {
            var options = Options.Default;
            options.posture = posture;
            options.feet = feet;
            options.balance = balance;
            options.selfCollision = selfCollision;
            return options;
        }

        private void LateUpdate()
        {
            SetTargets();
            ReadPose();
            bool isAnimated = animator != null && animator.isActiveAndEnabled && animator.runtimeAnimatorController != null;
            LastReport = isAnimated ? session.Follow(pose, stepsPerFrame) : session.Step(pose, stepsPerFrame);
            WritePose();
        }

        private void SetTargets()
        {
            used.Clear();
            foreach (var target in targets)
            {
                int joint = JointOf(target.bone);
                if (joint < 0) continue;
                session.SetTarget(joint, target.Read(transform));
                used.Add(joint);
            }
            foreach (var pin in pins)
            {
                int joint = JointOf(pin.bone);
                // A pin keeps its transform: it is set once, and released when its component is
                // disabled.
                if (joint < 0 || !used.Add(joint) || before.Contains(joint)) continue;
                if (pin.keepsRotation) session.Pin(joint);
                else session.PinPosition(joint);
            }
            foreach (int joint in before)
                if (!used.Contains(joint)) session.Release(joint);
            before.Clear();
            before.UnionWith(used);
        }

        private void ReadPose()
        {
            for (int joint = 0; joint < bones.Count; joint++)
            {
                // The first joint stays at the origin: model space is the space of this component.
                var position = joint == 0 ? Vector3.zero : bones[joint].localPosition;
                var rotation = joint == 0 ? Quaternion.identity : bones[joint].localRotation;
                var scale = joint == 0 ? Vector3.one : bones[joint].localScale;
                int at = Rig.PoseFloats * joint;
                pose[at] = -position.x;
                pose[at + 1] = position.y;
                pose[at + 2] = position.z;
                pose[at + 3] = rotation.x;
                pose[at + 4] = -rotation.y;
                pose[at + 5] = -rotation.z;
                pose[at + 6] = rotation.w;
                pose[at + 7] = scale.x;
                pose[at + 8] = scale.y;
                pose[at + 9] = scale.z;
            }
        }

        private void WritePose()
        {
            for (int joint = 1; joint < bones.Count; joint++)
            {
                int at = Rig.PoseFloats * joint;
                bones[joint].localPosition = new Vector3(-pose[at], pose[at + 1], pose[at + 2]);
                bones[joint].localRotation = new Quaternion(pose[at + 3], -pose[at + 4], -pose[at + 5], pose[at + 6]);
            }
        }

        private void OnDestroy()
        {
            if (session != null) session.Dispose();
            if (rig != null) rig.Dispose();
        }
    }
}
