// Uses of the declarations, which the compiler checks.

import { Bone, Object3D, Skeleton, SkinnedMesh, Vector3 } from "three";
import type { VRM } from "@pixiv/three-vrm";
import { OUTCOMES, Rig, Session, ready, type Limit, type Report } from "kansetsu";
import { init } from "kansetsu/wasm";
import { figure, init as initFormats, open } from "kansetsu/formats";
import { ready as prior } from "kansetsu/prior";
import { CCDIKSolver, IK, IKHelper } from "kansetsu/three";
import { fromVRM } from "kansetsu/vrm";

export async function uses(vrm: VRM, mesh: SkinnedMesh): Promise<Report> {
    await Promise.all([ready, prior]);
    await init(new URL("https://example.com/solver_bg.wasm"));
    await initFormats();
    const knee: Limit = { kind: "hinge", axis: [1, 0, 0], min: 0, max: 2.5 };
    const rig = Rig.fromArrays({ names: ["a", "b"], parents: [-1, 0], rest: new Float32Array(20), limits: [null, knee] });
    const session: Session = rig.session({ posture: "given", locked: ["a", 1], stiffness: { a: 2 } });
    session.setTarget("b", { position: [0, 1, 2], weight: 2, relativeTo: 0 });
    // @ts-expect-error A pin has no weight.
    session.pinTo("b", { position: [0, 1, 2], weight: 2 });
    // @ts-expect-error There is no such posture.
    rig.session({ posture: "lazy" });
    const again = new Rig(figure("mannequin").toJSON());
    const { rig: opened, warnings } = open(new Uint8Array(8), { files: { "a.bin": new Uint8Array(1) } });
    const names: string[] = [...again.joints, ...opened.joints, ...warnings, ...OUTCOMES];
    const ik = new IK(new Skeleton([new Bone()]), { limits: new Map([[names[0] ?? "", knee]]), root: "free" });
    ik.setTarget(new Bone(), new Object3D(), { lookAt: new Vector3(0, 0, 1), rotation: true });
    ik.pin("leftFoot", { rotation: false });
    new Object3D().add(new IKHelper(ik, { limits: false }));
    new CCDIKSolver(mesh, [{ target: 0, effector: 1, links: [{ index: 2, limitation: new Vector3(1, 0, 0) }] }]).update().createHelper(0.1);
    const body: IK = fromVRM(vrm, { bones: "raw", root: "auto" });
    return body.update();
}
