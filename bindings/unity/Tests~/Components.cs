// Runs the components on the stubs of the Unity API: a mannequin as a Unity hierarchy reaches a
// target and keeps a pin.
using System;
using System.Collections.Generic;
using System.Reflection;
using Kansetsu;
using UnityEngine;

internal static class Components
{
    private static void Send(object component, string message)
    {
        var method = component.GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic);
        method.Invoke(component, null);
    }

    private static void Check(bool holds, string what)
    {
        if (!holds) throw new Exception(what);
    }

    // The hierarchy of the embedded mannequin, left-handed.
    private static Dictionary<string, Transform> Mannequin(Transform model)
    {
        var bones = new Dictionary<string, Transform>();
        using (var rig = Rig.Open("figure:mannequin"))
        {
            var pose = rig.RestPose();
            var parents = rig.Parents;
            var all = new Transform[parents.Length];
            for (int i = 0; i < all.Length; i++)
            {
                int at = Rig.PoseFloats * i;
                all[i] = new Transform { name = rig.NameOf(i) };
                all[i].SetParent(parents[i] < 0 ? model : all[parents[i]]);
                all[i].localPosition = new Vector3(-pose[at], pose[at + 1], pose[at + 2]);
                all[i].localRotation = new Quaternion(pose[at + 3], -pose[at + 4], -pose[at + 5], pose[at + 6]);
            }
            for (var bone = HumanBodyBones.Hips; bone < HumanBodyBones.LastBone; bone++)
            {
                try { bones[bone.ToString()] = all[rig.Find(HumanRoles.Role(bone.ToString()))]; }
                catch (KansetsuException error) { Check(error.Code == Code.Joint, error.Message); }
            }
        }
        return bones;
    }

    private static void Main()
    {
        var model = new Transform { localPosition = new Vector3(5, 0, 2), localRotation = new Quaternion(0, 0.6f, 0, 0.8f) };
        var bones = Mannequin(model);
        var animator = new Animator { isHuman = true };
        foreach (var bone in bones) animator.bones[(HumanBodyBones)Enum.Parse(typeof(HumanBodyBones), bone.Key)] = bone.Value;
        Check(bones.Count > 50, "the mannequin has " + bones.Count + " bones of a humanoid");
        var rig = new KansetsuRig { transform = model };
        rig.beside.Add(animator);
        Send(rig, "Awake");

        Transform hand = bones["LeftHand"], head = bones["Head"];
        var target = new IkTarget { transform = new Transform(), rig = rig, bone = hand };
        var pin = new IkPin { transform = new Transform(), rig = rig, bone = head };
        Send(target, "OnEnable");
        Send(pin, "OnEnable");
        var start = hand.position;
        var headStart = head.position;
        var end = model.position + model.rotation * new Vector3(-0.35f, 1.4f, 0.4f);
        for (int frame = 0; frame <= 90; frame++)
        {
            float t = frame / 90f;
            target.transform.position = new Vector3(start.x + t * (end.x - start.x), start.y + t * (end.y - start.y), start.z + t * (end.z - start.z));
            Send(rig, "LateUpdate");
        }
        float missed = (hand.position - end).magnitude, moved = (head.position - headStart).magnitude;
        Console.WriteLine("components: the hand is {0:F2} mm from its target, the pinned head moved by {1:F2} mm", 1000 * missed, 1000 * moved);
        Check(missed < 1e-3 && moved < 1e-3, "the target or the pin does not hold");
        Send(target, "OnDisable");
        Send(pin, "OnDisable");
        Send(rig, "LateUpdate");
        Check(rig.LastReport.targetCount == 0, "a disabled target is still set");
        Send(rig, "OnDestroy");
    }
}
