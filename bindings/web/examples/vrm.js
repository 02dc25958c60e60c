import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { VRMLoaderPlugin } from "@pixiv/three-vrm";
import { ready } from "kansetsu";
import { IKHelper } from "kansetsu/three";
import { fromVRM } from "kansetsu/vrm";
import { followPointer, stage } from "./stage.js";

await ready;
const view = stage({ position: [0, 1.1, 3], look: [0, 0.85, 0] });
const state = document.querySelector("#state");
const target = new THREE.Object3D();
view.scene.add(target);
window.demo = { target, frames: 0 };

const loader = new GLTFLoader();
loader.register((parser) => new VRMLoaderPlugin(parser));

async function open(url) {
    const { vrm } = (await loader.loadAsync(url)).userData;
    const { demo } = window;
    demo.vrm?.scene.removeFromParent();
    demo.helper?.removeFromParent();
    demo.helper?.dispose();
    demo.ik?.dispose();
    view.scene.add(vrm.scene);
    const bones = new URLSearchParams(location.search).get("bones") ?? "normalized";
    vrm.humanoid.autoUpdateHumanBones = bones === "normalized";
    const ik = fromVRM(vrm, { bones, root: "free" });
    const helper = new IKHelper(ik);
    view.scene.add(helper);
    ik.place(target, "leftHand");
    ik.setTarget("leftHand", target);
    Object.assign(demo, { vrm, ik, helper });
}

followPointer(view, () => target.position, (point) => target.position.copy(point));
document.querySelector("#file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) {
        open(URL.createObjectURL(file)).catch((error) => (state.textContent = error.message));
    }
});
const model = new URLSearchParams(location.search).get("model");
if (model) {
    open(model).catch((error) => (state.textContent = error.message));
}

/** The next frame. */
function advance(seconds) {
    const { demo } = window;
    demo.frames += 1;
    if (!demo.ik) {
        return undefined;
    }
    const report = demo.ik.update();
    demo.vrm.update(seconds);
    state.textContent = `${report.outcome}, ${(1000 * report.distance).toFixed(1)} mm`;
    return report;
}

window.demo.advance = advance;
view.run(advance);
