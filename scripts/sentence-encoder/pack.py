"""Packs tuned weights as signed bytes for src/adapters/models/inside/.

    python3 scripts/sentence-encoder/pack.py DIR WEIGHTS VOCABULARY FILE [whole]

DIR is the output of gather.mts; WEIGHTS is tune.py's `tuned.npz`, or `base` for the base encoder; VOCABULARY is the base's
`vocab.json`. Reduces 512 dimensions to 128: the principal components of the told lives' turns and questions. `whole` keeps
512, to compare with the base.
"""

import hashlib
import json
import os
import struct
import sys

import numpy as np
import torch

from model import Encoder, Texts, read_base

DIMENSIONS = 128
"""The first tokens of the vocabulary are special and never occur in a text."""
RESERVED = 6
"""Quantisation steps on each side of 0. Embeddings need fewer, which compresses better and costs .0004 of the cosine."""
STEPS, STEPS_OF_PIECES = 127, 31


def load(folder, weights):
    encoder = Encoder(read_base(folder)).eval()
    if weights != 'base':
        tuned = np.load(weights)
        state = encoder.state_dict()
        for name in tuned.files:
            state['parts.' + name] = torch.tensor(tuned[name].astype(np.float32))
        encoder.load_state_dict(state)
    return encoder


def components(folder, encoder):
    data = json.load(open(os.path.join(folder, 'banks.json')))
    told = [bank for bank in data['banks'] if bank['role'] == 'told']
    numbers = sorted({at for bank in told for at in [*bank['turns'], *(q['text'] for q in bank['questions'])]})[::3]
    texts = Texts(data['pieces'], 'cpu')
    with torch.no_grad():
        vectors = texts.encode(encoder, numbers, 64).numpy()
    return np.linalg.svd(vectors, full_matrices=False)[2][:DIMENSIONS]


def pack(folder, weights, vocabulary, target, whole=None):
    encoder = load(folder, weights)
    parts = {name.replace('parts.', ''): values.numpy() for name, values in encoder.state_dict().items()}
    narrow = np.eye(512, dtype=np.float32) if whole == 'whole' else components(folder, encoder)
    parts['narrow_w'], parts['narrow_b'] = narrow, np.zeros(len(narrow), np.float32)
    pieces = json.load(open(vocabulary))
    text = '\n'.join(piece for piece, _ in pieces[RESERVED:]).encode()
    blocks, entries = [], []

    def put(name, values):
        raw = values.tobytes()
        at = sum(len(block) for block in blocks)
        entries.append({'name': name, 'at': at, 'bytes': len(raw), 'shape': list(values.shape)})
        blocks.append(raw + b'\0' * (-len(raw) % 16))

    put('vocabulary', np.frombuffer(text, np.uint8))
    # The base has no score for a few tokens with a colon; readers take that for 0.
    put('piece_scores', np.array([score or 0 for _, score in pieces[RESERVED:]], '<f4'))
    parts['pieces'] = parts['pieces'][: len(pieces)]
    for name, values in parts.items():
        if values.ndim == 2 and name != 'timing':
            steps = STEPS_OF_PIECES if name == 'pieces' else STEPS
            scales = np.maximum(np.abs(values).max(1) / steps, 1e-12).astype('<f4')
            put(name, np.round(values / scales[:, None]).astype(np.int8))
            put(name + '_scale', scales)
        elif name == 'timing':
            put(name, values[:72].astype('<f4'))
        else:
            put(name, values.astype('<f4'))
    body = b''.join(blocks)
    head = json.dumps({'sha256': hashlib.sha256(body).hexdigest(), 'parts': entries}, separators=(',', ':')).encode()
    head += b' ' * (-(len(head) + 4) % 16)
    open(target, 'wb').write(struct.pack('<I', len(head)) + head + body)
    print(len(body), 'bytes')


if __name__ == '__main__':
    pack(*sys.argv[1:6])
