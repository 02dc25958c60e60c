"""Makes pictures.json: KTX2 pictures of 22 x 13 pixels, with the pixels that Basis Universal reads
from them. Run: pip install alktx2==0.1.7 pillow && python make_ktx2.py"""

import base64
import io
import json

import alktx2
from PIL import Image

WIDTH, HEIGHT = 22, 13


def pixels(has_alpha):
    rows = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            alpha = 255 - 9 * x if has_alpha else 255
            rows.append(bytes([11 * x, 19 * y, 120 if x < 11 else 30, alpha]))
    return b"".join(rows)


def encoded(codec, has_alpha, **options):
    return alktx2.encode_raw_rgba_to_ktx2(pixels(has_alpha), WIDTH, HEIGHT, has_alpha, codec=codec, **options)


pictures = []
for name, file in {
    "ETC1S": encoded("etc1s", False),
    "ETC1S with alpha and levels": encoded("etc1s", True, mipmaps=True),
    "UASTC": encoded("uastc", True, zstd_supercompression_level=0),
    "UASTC with Zstandard and levels": encoded("uastc", True, mipmaps=True),
}.items():
    png, _ = alktx2.decode_ktx2_to_bytes(file, format="png")
    # The picture is padded to whole blocks.
    picture = Image.open(io.BytesIO(png)).convert("RGBA").crop((0, 0, WIDTH, HEIGHT))
    pictures.append({
        "name": name,
        "width": WIDTH,
        "height": HEIGHT,
        "ktx2": base64.b64encode(file).decode(),
        "pixels": base64.b64encode(picture.tobytes()).decode(),
    })
with open("pictures.json", "w", encoding="utf-8") as out:
    json.dump(pictures, out)
    out.write("\n")
