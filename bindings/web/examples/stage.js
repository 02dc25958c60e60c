// The scene of the examples: camera, light, floor, and a pointer that drags things.

import * as THREE from "three";

/** A renderer that fills the window, and a loop: `frame(seconds)` is called before each picture. */
export function stage({ position = [0, 1.2, 3], look = [0, 1, 0], fov = 40 } = {}) {
    const renderer = new THREE.WebGLRenderer({ antialias: true });
    renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    document.body.append(renderer.domElement);
    const scene = new THREE.Scene();
    scene.background = new THREE.Color(0x20252b);
    const camera = new THREE.PerspectiveCamera(fov, 1, 0.05, 100);
    camera.position.set(...position);
    camera.lookAt(...look);
    const sun = new THREE.DirectionalLight(0xffffff, 2.2);
    sun.position.set(2, 4, 3);
    scene.add(sun, new THREE.HemisphereLight(0xcfe4ff, 0x4a4038, 1.4));
    const resize = () => {
        renderer.setSize(window.innerWidth, window.innerHeight);
        camera.aspect = window.innerWidth / window.innerHeight;
        camera.updateProjectionMatrix();
    };
    window.addEventListener("resize", resize);
    resize();
    const run = (frame) => {
        let last;
        renderer.setAnimationLoop((now) => {
            frame(last === undefined ? 0 : Math.min((now - last) / 1000, 0.1));
            last = now;
            renderer.render(scene, camera);
        });
    };
    return { renderer, scene, camera, run };
}

/** Calls `moved(point)` with the pointer's position in the plane through `anchor()` that faces the camera. */
export function followPointer({ renderer, camera }, anchor, moved) {
    const caster = new THREE.Raycaster();
    const plane = new THREE.Plane();
    const normal = new THREE.Vector3();
    const point = new THREE.Vector3();
    renderer.domElement.style.touchAction = "none";
    renderer.domElement.addEventListener("pointermove", (event) => {
        const x = (event.clientX / window.innerWidth) * 2 - 1;
        const y = 1 - (event.clientY / window.innerHeight) * 2;
        caster.setFromCamera(new THREE.Vector2(x, y), camera);
        plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(normal), anchor());
        if (caster.ray.intersectPlane(plane, point)) {
            moved(point);
        }
    });
}
