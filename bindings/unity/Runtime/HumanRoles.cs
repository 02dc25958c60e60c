using System.Collections.Generic;
using UnityEngine;

namespace Kansetsu
{
    /// <summary>The roles of VRM 1.0 of the bones of a humanoid Animator.</summary>
    internal static class HumanRoles
    {
        /// <summary>A role or null for each bone; null without a humanoid.</summary>
        internal static List<string> Of(Animator animator, List<Transform> bones)
        {
            if (animator == null || !animator.isHuman) return null;
            var roles = new List<string>(new string[bones.Count]);
            for (var bone = HumanBodyBones.Hips; bone < HumanBodyBones.LastBone; bone++)
            {
                var found = animator.GetBoneTransform(bone);
                int joint = found == null ? -1 : bones.IndexOf(found);
                if (joint >= 0) roles[joint] = Role(bone.ToString());
            }
            return roles;
        }

        /// <summary>Unity and VRM 1.0 use the same names for most bones; VRM counts the bones of a thumb from the wrist.</summary>
        internal static string Role(string bone)
        {
            string role = bone
                .Replace("ThumbProximal", "ThumbMetacarpal")
                .Replace("ThumbIntermediate", "ThumbProximal");
            return char.ToLowerInvariant(role[0]) + role.Substring(1);
        }
    }
}
