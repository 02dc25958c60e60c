// Prints what three-vrm computes for `cases.json`: the tails of springs and the rotations of eyes.
//
//   npm install && node reference.mjs DATA > reference.json
//
// DATA is the folder of the VRM files. A spring case adds a block of springs to a file and moves
// two nodes by the formulas of `move`. The lengths of bones are those of the file: three-vrm
// measures a length from a joint that has moved to a child that has not, so that bones stretch
// (from 0.029 m to 0.084 m in one of the cases).

import fs from 'node:fs';
import path from 'node:path';
import * as THREE from 'three';
import {GLTFLoader} from 'three/examples/jsm/loaders/GLTFLoader.js';
import {VRMLoaderPlugin} from '@pixiv/three-vrm';

globalThis.self = globalThis;
globalThis.ProgressEvent ??= class {};
console.warn = () => {};

const data = process.argv[2];
const cases = JSON.parse(fs.readFileSync(new URL('cases.json', import.meta.url)));

/** The GLB without pictures, with its JSON changed. */
function glb(file, change) {
  const bytes = fs.readFileSync(path.join(data, file));
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + length).toString());
  change(json);
  for (const material of json.materials ?? []) {
    delete material.pbrMetallicRoughness;
    delete material.extensions;
  }
  for (const list of ['images', 'textures', 'samplers']) {
    delete json[list];
  }
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const rest = bytes.subarray(20 + length);
  const head = Buffer.alloc(20);
  head.write('glTF', 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + padded.length + rest.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.write('JSON', 16);
  return Buffer.concat([head, padded, rest]);
}

async function load(file, change = () => {}) {
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const bytes = glb(file, change);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return loader.parseAsync(buffer, '');
}

/** The change of the moved nodes at a time: an offset, metres, and a turn about Y, radians. */
function move(time) {
  const beat = 2 * Math.PI * time;
  return {
    offset: [0.3 * Math.sin(0.8 * beat), 0.05 * Math.sin(1.6 * beat), 0.2 * Math.sin(0.5 * beat)],
    turn: 0.6 * Math.sin(0.7 * beat),
  };
}

/** Measures the length of each bone to its child at rest, not to where the child was. */
function keepLengths(manager) {
  for (const joint of manager.joints) {
    joint._calcWorldSpaceBoneLength = () => {
      const head = new THREE.Vector3().setFromMatrixPosition(joint.bone.matrixWorld);
      const tail = joint.initialLocalChildPosition.clone().applyMatrix4(joint.bone.matrixWorld);
      joint._worldSpaceBoneLength = head.distanceTo(tail);
    };
  }
}

async function springs(one) {
  const gltf = await load(one.file, (json) => {
    json.extensions[one.extension] = {...json.extensions[one.extension], ...one.block};
    if (!json.extensionsUsed.includes(one.extension)) {
      json.extensionsUsed.push(one.extension);
    }
  });
  const nodes = await gltf.parser.getDependencies('node');
  const {translation, rotation} = one.moved;
  const [place, turned] = [nodes[translation].position.clone(), nodes[rotation].quaternion.clone()];
  const manager = gltf.userData.vrmSpringBoneManager;
  keepLengths(manager);
  const nodeOf = new Map(nodes.map((node, index) => [node, index]));
  // A collider is an object in the tree of nodes, and as such a leaf of springs of VRM 0.x.
  const joints = [...manager.joints].filter((joint) => nodeOf.has(joint.bone));
  const samples = [];
  const axis = new THREE.Vector3(0, 1, 0);
  for (let step = 1; step <= cases.seconds * cases.rate; step++) {
    const {offset, turn} = move(step / cases.rate);
    nodes[translation].position.copy(place).add(new THREE.Vector3(...offset));
    nodes[rotation].quaternion
      .copy(turned)
      .multiply(new THREE.Quaternion().setFromAxisAngle(axis, turn));
    gltf.scene.updateMatrixWorld(true);
    manager.update(1 / cases.rate);
    if (step % cases.every === 0) {
      samples.push(
        joints.map((joint) => {
          const tail = joint.bone.localToWorld(joint.initialLocalChildPosition.clone());
          return tail.toArray().map((part) => Number(part.toFixed(5)));
        }),
      );
    }
  }
  return {file: one.file, joints: joints.map((joint) => nodeOf.get(joint.bone)), samples};
}

/** The look-at of a file, with its head rotated, for each target. */
async function gaze(one) {
  const gltf = await load(one.file, (json) => {
    const preset = json.extensions.VRMC_vrm?.expressions?.preset;
    for (const name of one.expressions ?? []) {
      preset[name] ??= {};
    }
  });
  const {vrm} = gltf.userData;
  const nodes = await gltf.parser.getDependencies('node');
  const head = nodes[one.head].quaternion.clone();
  const samples = cases.targets.map((target) => {
    nodes[one.head].quaternion
      .copy(head)
      .multiply(new THREE.Quaternion().setFromEuler(new THREE.Euler(...cases.head, 'XYZ')));
    gltf.scene.updateMatrixWorld(true);
    vrm.lookAt.lookAt(new THREE.Vector3(...target));
    vrm.lookAt.update(0);
    const eyes = one.eyes.map((eye) => nodes[eye].quaternion.toArray());
    const weights = (one.expressions ?? []).map((name) => vrm.expressionManager.getValue(name));
    return [...eyes.flat(), ...weights].map((part) => Number(part.toFixed(7)));
  });
  return {file: one.file, samples};
}

const out = {springs: [], gazes: []};
for (const one of cases.springs) {
  out.springs.push(await springs(one));
}
for (const one of cases.gazes) {
  out.gazes.push(await gaze(one));
}
console.log(JSON.stringify(out));
