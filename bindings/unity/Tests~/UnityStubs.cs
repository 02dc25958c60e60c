// The part of the Unity API that the components use, so that they compile without Unity. Transforms
// work; the rest does nothing.
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public class Object
    {
        public string name = "";
    }

    public class Component : Object
    {
        public Transform transform;
        public List<Component> beside = new List<Component>();
        public T GetComponent<T>() where T : Component
        {
            foreach (var component in beside)
                if (component is T) return (T)component;
            return null;
        }
    }

    public class Behaviour : Component
    {
        public bool isActiveAndEnabled = true;
    }

    public class MonoBehaviour : Behaviour { }

    public class RuntimeAnimatorController : Object { }

    public class Animator : Behaviour
    {
        public bool isHuman;
        public RuntimeAnimatorController runtimeAnimatorController;
        public Dictionary<HumanBodyBones, Transform> bones = new Dictionary<HumanBodyBones, Transform>();
        public Transform GetBoneTransform(HumanBodyBones bone)
        {
            Transform found;
            return bones.TryGetValue(bone, out found) ? found : null;
        }
    }

    public enum HumanBodyBones
    {
        Hips, LeftUpperLeg, RightUpperLeg, LeftLowerLeg, RightLowerLeg, LeftFoot, RightFoot, Spine, Chest, Neck, Head, LeftShoulder,
        RightShoulder, LeftUpperArm, RightUpperArm, LeftLowerArm, RightLowerArm, LeftHand, RightHand, LeftToes, RightToes, LeftEye,
        RightEye, Jaw, LeftThumbProximal, LeftThumbIntermediate, LeftThumbDistal, LeftIndexProximal, LeftIndexIntermediate,
        LeftIndexDistal, LeftMiddleProximal, LeftMiddleIntermediate, LeftMiddleDistal, LeftRingProximal, LeftRingIntermediate,
        LeftRingDistal, LeftLittleProximal, LeftLittleIntermediate, LeftLittleDistal, RightThumbProximal, RightThumbIntermediate,
        RightThumbDistal, RightIndexProximal, RightIndexIntermediate, RightIndexDistal, RightMiddleProximal, RightMiddleIntermediate,
        RightMiddleDistal, RightRingProximal, RightRingIntermediate, RightRingDistal, RightLittleProximal, RightLittleIntermediate,
        RightLittleDistal, UpperChest, LastBone
    }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 zero { get { return new Vector3(0, 0, 0); } }
        public static Vector3 one { get { return new Vector3(1, 1, 1); } }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
        public float magnitude { get { return (float)Math.Sqrt(x * x + y * y + z * z); } }
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity { get { return new Quaternion(0, 0, 0, 1); } }
        public static Quaternion Inverse(Quaternion q) { return new Quaternion(-q.x, -q.y, -q.z, q.w); }
        public static Quaternion operator *(Quaternion a, Quaternion b)
        {
            return new Quaternion(
                a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
        }
        public static Vector3 operator *(Quaternion q, Vector3 v)
        {
            var turned = q * new Quaternion(v.x, v.y, v.z, 0) * Inverse(q);
            return new Vector3(turned.x, turned.y, turned.z);
        }
    }

    public class Transform : Component
    {
        public Vector3 localPosition;
        public Quaternion localRotation = Quaternion.identity;
        public Vector3 localScale = Vector3.one;
        private Transform parent;
        private readonly List<Transform> children = new List<Transform>();

        public Transform() { transform = this; }
        public int childCount { get { return children.Count; } }
        public Transform GetChild(int index) { return children[index]; }
        public void SetParent(Transform above)
        {
            parent = above;
            above.children.Add(this);
        }
        public Quaternion rotation { get { return parent == null ? localRotation : parent.rotation * localRotation; } }
        public Vector3 position
        {
            get { return parent == null ? localPosition : parent.position + parent.rotation * localPosition; }
            set { localPosition = parent == null ? value : Quaternion.Inverse(parent.rotation) * (value - parent.position); }
        }
        public Vector3 InverseTransformPoint(Vector3 point) { return Quaternion.Inverse(rotation) * (point - position); }
    }

    public struct Color
    {
        public static Color yellow { get { return new Color(); } }
        public static Color cyan { get { return new Color(); } }
    }

    public static class Gizmos
    {
        public static Color color { get; set; }
        public static void DrawLine(Vector3 from, Vector3 to) { }
        public static void DrawWireSphere(Vector3 center, float radius) { }
    }

    public static class Mathf
    {
        public static float Max(float a, float b) { return Math.Max(a, b); }
    }

    [AttributeUsage(AttributeTargets.All)] public class TooltipAttribute : Attribute { public TooltipAttribute(string text) { } }
    [AttributeUsage(AttributeTargets.All)] public class RangeAttribute : Attribute { public RangeAttribute(float min, float max) { } }
    [AttributeUsage(AttributeTargets.All)] public class MinAttribute : Attribute { public MinAttribute(float min) { } }
    [AttributeUsage(AttributeTargets.Class)] public class AddComponentMenu : Attribute { public AddComponentMenu(string path) { } }
    [AttributeUsage(AttributeTargets.Class)] public class DisallowMultipleComponent : Attribute { }
    [AttributeUsage(AttributeTargets.Class)] public class DefaultExecutionOrder : Attribute { public DefaultExecutionOrder(int order) { } }
}
