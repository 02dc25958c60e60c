// Makes models.json and streams.json: compressed models of a bent tube, and meshopt streams, with
// the numbers that the published decoders read from them. Run: npm install && node make.mjs
import { writeFileSync } from 'node:fs';
import { Document, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTTextureWebP } from '@gltf-transform/extensions';
import { draco, meshopt } from '@gltf-transform/functions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import sharp from 'sharp';

await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready]);
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'meshopt.encoder': MeshoptEncoder,
    'meshopt.decoder': MeshoptDecoder,
    'draco3d.encoder': await draco3d.createEncoderModule(),
    'draco3d.decoder': await draco3d.createDecoderModule(),
});

const ACROSS = 6;
const ALONG = 7;

// A picture of 12 x 8 pixels.
async function picture() {
    const pixels = Buffer.alloc(12 * 8 * 4);
    for (let i = 0; i < 12 * 8; i++) {
        pixels.set([20 * (i % 12), 30 * Math.floor(i / 12), 90, 255 - (i % 12) * 10], 4 * i);
    }
    const raw = { raw: { width: 12, height: 8, channels: 4 } };
    return { pixels, webp: await sharp(pixels, raw).webp({ lossless: true, exact: true }).toBuffer() };
}

// A tube with a seam of texture coordinates, skinned to two joints that a clip turns.
function tube() {
    const document = new Document();
    const buffer = document.createBuffer();
    const lists = { POSITION: [], NORMAL: [], TEXCOORD_0: [], JOINTS_0: [], WEIGHTS_0: [], COLOR_0: [] };
    for (let row = 0; row < ALONG; row++) {
        for (let column = 0; column <= ACROSS; column++) {
            const angle = (2 * Math.PI * column) / ACROSS;
            const radius = 0.1 + 0.03 * Math.sin(row);
            const share = row / (ALONG - 1);
            lists.POSITION.push(radius * Math.cos(angle), share, radius * Math.sin(angle) + 0.1 * share * share);
            lists.NORMAL.push(Math.cos(angle), 0, Math.sin(angle));
            lists.TEXCOORD_0.push(column / ACROSS, share);
            lists.JOINTS_0.push(0, 1, 0, 0);
            lists.WEIGHTS_0.push(1 - share, share, 0, 0);
            lists.COLOR_0.push(share, 1 - share, 0.5, 1);
        }
    }
    const indices = [];
    for (let row = 0; row + 1 < ALONG; row++) {
        for (let column = 0; column < ACROSS; column++) {
            const first = row * (ACROSS + 1) + column;
            const above = first + ACROSS + 1;
            indices.push(first, above, first + 1, first + 1, above, above + 1);
        }
    }
    const types = { POSITION: 'VEC3', NORMAL: 'VEC3', TEXCOORD_0: 'VEC2' };
    const accessor = (type, array) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
    const primitive = document.createPrimitive().setIndices(accessor('SCALAR', new Uint16Array(indices)));
    for (const [name, list] of Object.entries(lists)) {
        const array = name === 'JOINTS_0' ? new Uint8Array(list) : new Float32Array(list);
        primitive.setAttribute(name, accessor(types[name] ?? 'VEC4', array));
    }
    const tip = document.createNode('tip').setTranslation([0, 0.5, 0]);
    const root = document.createNode('root').addChild(tip);
    const inverse = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.5, 0, 1]);
    const skin = document.createSkin().addJoint(root).addJoint(tip).setInverseBindMatrices(accessor('MAT4', inverse));
    const body = document.createNode('body').setMesh(document.createMesh('tube').addPrimitive(primitive)).setSkin(skin);
    document.createScene().addChild(root).addChild(body);
    const times = new Float32Array(9).map((_, i) => i / 8);
    const turns = new Float32Array(36);
    times.forEach((time, i) => turns.set([Math.sin(time / 2), 0, 0, Math.cos(time / 2)], 4 * i));
    const sampler = document.createAnimationSampler().setInput(accessor('SCALAR', times)).setOutput(accessor('VEC4', turns));
    const channel = document.createAnimationChannel().setTargetNode(tip).setTargetPath('rotation').setSampler(sampler);
    document.createAnimation('bend').addSampler(sampler).addChannel(channel);
    return document;
}

const rounded = (list) => list.map((number) => Math.round(number * 1e6) / 1e6);

// The attributes that a decoder reads, as numbers.
function content(document) {
    const [primitive] = document.getRoot().listMeshes()[0].listPrimitives();
    const list = (accessor) => {
        const numbers = [];
        for (let i = 0; i < accessor.getCount(); i++) numbers.push(...accessor.getElement(i, []));
        return rounded(numbers);
    };
    const names = primitive.listSemantics().sort();
    const found = Object.fromEntries(names.map((name) => [name, list(primitive.getAttribute(name))]));
    const [skin] = document.getRoot().listSkins();
    const turns = document.getRoot().listAnimations()[0].listSamplers()[0].getOutput();
    return {
        ...found,
        indices: [...primitive.getIndices().getArray()],
        inverse_bind: list(skin.getInverseBindMatrices()),
        turns: list(turns),
    };
}

const { pixels, webp } = await picture();
const models = [];
const ways = {
    'meshopt medium': (document) => document.transform(meshopt({ encoder: MeshoptEncoder, level: 'medium' })),
    'meshopt high': (document) => document.transform(meshopt({ encoder: MeshoptEncoder, level: 'high' })),
    'draco edgebreaker': (document) => document.transform(draco({ method: 'edgebreaker' })),
    'draco edgebreaker slow': (document) => document.transform(draco({ method: 'edgebreaker', encodeSpeed: 0, decodeSpeed: 0 })),
    'draco edgebreaker fast': (document) => document.transform(draco({ method: 'edgebreaker', encodeSpeed: 9, decodeSpeed: 9 })),
    'draco sequential': (document) => document.transform(draco({ method: 'sequential' })),
    webp: async (document) => {
        document.createExtension(EXTTextureWebP).setRequired(true);
        const texture = document.createTexture('checks').setImage(new Uint8Array(webp)).setMimeType('image/webp');
        const [primitive] = document.getRoot().listMeshes()[0].listPrimitives();
        primitive.setMaterial(document.createMaterial('painted').setBaseColorTexture(texture));
    },
};
for (const [name, compress] of Object.entries(ways)) {
    const document = tube();
    await compress(document);
    const glb = await io.writeBinary(document);
    const read = await io.readBinary(glb);
    models.push({ name, glb: Buffer.from(glb).toString('base64'), content: content(read) });
}
writeFileSync('models.json', `${JSON.stringify({ pixels: [...pixels], models })}\n`);

// Streams of every codec, version and filter.
const streams = [];
function add(name, encoded, count, stride, mode, filter) {
    const decoded = new Uint8Array(count * stride);
    MeshoptDecoder.decodeGltfBuffer(decoded, count, stride, encoded, mode, filter);
    const [stream, bytes] = [encoded, decoded].map((bytes) => Buffer.from(bytes).toString('base64'));
    streams.push({ name, mode, filter, count, stride, stream, bytes });
}
const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
const COUNT = 300;
const wave = new Float32Array(COUNT * 5);
for (let i = 0; i < COUNT; i++) wave.set([Math.sin(i / 20), i, i % 7, 1 / (i + 1), 0], 5 * i);
const shorts = new Uint16Array(COUNT * 6);
for (let i = 0; i < COUNT; i++) shorts.set([1000 + 3 * i, (i * i) % 65536, i & 1, 7, 65535 - i, (i * 7919) % 65536], 6 * i);
const bytes = new Uint8Array(COUNT * 4);
for (let i = 0; i < COUNT; i++) bytes.set([i, (i * 151) % 256, i % 3, 200], 4 * i);
for (const version of [0, 1]) {
    for (const level of version === 0 ? [0] : [0, 2, 3]) {
        const encode = (array, stride) => MeshoptEncoder.encodeVertexBufferLevel(bytesOf(array), COUNT, stride, level, version);
        add(`floats, version ${version}, level ${level}`, encode(wave, 20), COUNT, 20, 'ATTRIBUTES', 'NONE');
        add(`shorts, version ${version}, level ${level}`, encode(shorts, 12), COUNT, 12, 'ATTRIBUTES', 'NONE');
        add(`bytes, version ${version}, level ${level}`, encode(bytes, 4), COUNT, 4, 'ATTRIBUTES', 'NONE');
    }
}
const triangles = [];
for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
        const first = row * 10 + column;
        triangles.push(first, first + 10, first + 1, first + 1, first + 10, first + 11);
    }
}
triangles.push(5, 90, 33, 1, 0, 99, 0, 1, 2, 70000, 3, 70001);
for (const stride of [2, 4]) {
    const list = stride === 2 ? triangles.map((index) => index % 65536) : triangles;
    const source = bytesOf(stride === 2 ? new Uint16Array(list) : new Uint32Array(list));
    add(`triangles of ${stride} bytes`, MeshoptEncoder.encodeIndexBuffer(source, list.length, stride), list.length, stride, 'TRIANGLES', 'NONE');
    add(`indices of ${stride} bytes`, MeshoptEncoder.encodeIndexSequence(source, list.length, stride), list.length, stride, 'INDICES', 'NONE');
}
const directions = new Float32Array(COUNT * 4);
const turns = new Float32Array(COUNT * 4);
const colors = new Float32Array(COUNT * 4);
for (let i = 0; i < COUNT; i++) {
    const [a, b] = [i / 9, i / 31];
    directions.set([Math.cos(a) * Math.cos(b), Math.sin(b), Math.sin(a) * Math.cos(b), i % 2], 4 * i);
    turns.set([Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a) * Math.sin(a * b), Math.cos(a) * Math.cos(a * b)], 4 * i);
    colors.set([Math.abs(Math.sin(a)), Math.abs(Math.sin(b)), (i % 11) / 11, 1 - (i % 5) / 8], 4 * i);
}
const vertices = (encoded, stride) => MeshoptEncoder.encodeVertexBuffer(encoded, COUNT, stride);
add('directions of 4 bytes', vertices(MeshoptEncoder.encodeFilterOct(directions, COUNT, 4, 8), 4), COUNT, 4, 'ATTRIBUTES', 'OCTAHEDRAL');
add('directions of 8 bytes', vertices(MeshoptEncoder.encodeFilterOct(directions, COUNT, 8, 12), 8), COUNT, 8, 'ATTRIBUTES', 'OCTAHEDRAL');
add('turns', vertices(MeshoptEncoder.encodeFilterQuat(turns, COUNT, 8, 14), 8), COUNT, 8, 'ATTRIBUTES', 'QUATERNION');
add('exponents', vertices(MeshoptEncoder.encodeFilterExp(wave, COUNT, 20, 15), 20), COUNT, 20, 'ATTRIBUTES', 'EXPONENTIAL');
add('colours of 4 bytes', vertices(MeshoptEncoder.encodeFilterColor(colors, COUNT, 4, 8), 4), COUNT, 4, 'ATTRIBUTES', 'COLOR');
add('colours of 8 bytes', vertices(MeshoptEncoder.encodeFilterColor(colors, COUNT, 8, 14), 8), COUNT, 8, 'ATTRIBUTES', 'COLOR');
writeFileSync('streams.json', `${JSON.stringify(streams)}\n`);
