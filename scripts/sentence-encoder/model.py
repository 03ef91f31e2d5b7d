"""The Universal Sentence Encoder's small transformer (Cer et al. 2018) in torch, from the weights that gather.mts copied."""

import json
import math
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

CLIP = 72
HEADS = 4


def read_base(folder):
    """The base encoder's weights by name, as float32."""
    raw = open(os.path.join(folder, 'base.f32'), 'rb').read()
    at, weights = 0, {}
    for entry in json.load(open(os.path.join(folder, 'base.json'))):
        count = math.prod(entry['shape'])
        kind = '<f4' if entry['dtype'] == 'float32' else '<i4'
        weights[entry['name']] = np.frombuffer(raw, kind, count, at).reshape(entry['shape'])
        at += 4 * count
    return weights


class Encoder(nn.Module):
    """Maps tokenised texts to unit vectors of 512 dimensions."""

    def __init__(self, weights, dropout=0.0):
        super().__init__()
        plain = 'module_apply_default/Encoder_en/KonaTransformer/Encode/'
        parted = 'module/Encoder_en/KonaTransformer/Encode/'
        end = '/ConcatPartitions/concat'
        self.dropout = dropout
        self.parts = nn.ParameterDict()

        def put(name, values):
            self.parts[name] = nn.Parameter(torch.tensor(np.array(values)))

        def linear(name, kernel, bias):
            put(name + '_w', np.array(kernel).reshape(kernel.shape[-2:]).T.copy())
            put(name + '_b', bias)

        put('pieces', weights['module/Embeddings_en'])
        signal = weights[plain + 'TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1']
        angles = torch.arange(128.0)[:, None] * torch.tensor(np.array(signal))
        self.register_buffer('timing', torch.cat([angles.sin(), angles.cos()], 1))
        dense = plain + 'Layer_0/TransformerLayer/dense/'
        linear('widen', weights[dense + 'kernel' + end], weights[dense + 'bias' + end])
        for layer in (0, 1):
            own = f'Layer_{layer}/TransformerLayer/'
            for name, norm in (('norm_a', 'layer_prepostprocess'), ('norm_f', 'FFN/layer_prepostprocess')):
                put(f'{name}{layer}_g', weights[plain + own + norm + '/layer_norm/layer_norm_scale' + end])
                put(f'{name}{layer}_b', weights[plain + own + norm + '/layer_norm/layer_norm_bias' + end])
            for name, part in (('qkv', 'qkv_transform_single'), ('joined', 'output_transform_single')):
                at = own + 'MultiheadAttention/' + part
                linear(f'{name}{layer}', weights[parted + at + '/kernel/part_0'], weights[plain + at + '/bias' + end])
            for number in (1, 2):
                linear(
                    f'feed{number}{layer}',
                    weights[plain + f'TransformerStack/{own}FFN/conv{number}/Tensordot/Reshape_1'],
                    weights[plain + own + f'FFN/conv{number}/bias' + end],
                )
        hidden = 'module/Encoder_en/hidden_layers/tanh_layer_0/'
        linear('last', weights[hidden + 'weights'], weights[hidden + 'bias'])

    def linear(self, name, x):
        return F.linear(x, self.parts[name + '_w'], self.parts[name + '_b'])

    def norm(self, name, x):
        return F.layer_norm(x, x.shape[-1:], self.parts[name + '_g'], self.parts[name + '_b'], 1e-6)

    def attend(self, layer, x, bias):
        many, long, _ = x.shape
        split = self.linear(f'qkv{layer}', x).chunk(3, -1)
        q, k, v = [part.reshape(many, long, HEADS, -1).transpose(1, 2) for part in split]
        shares = torch.softmax((q * q.shape[-1] ** -0.5) @ k.transpose(-1, -2) + bias, -1)
        return self.linear(f'joined{layer}', (shares @ v).transpose(1, 2).reshape(many, long, -1))

    def forward(self, pieces, there):
        """pieces: token ids as [texts, longest]; there: the mask, 0 for padding."""
        drop = lambda x: F.dropout(x, self.dropout, self.training)
        kept = there.unsqueeze(-1)
        bias = (1 - there)[:, None, None, :] * -1e9
        e = F.embedding(pieces, self.parts['pieces'])
        x = drop(e + e + self.timing[: pieces.shape[1]])
        h = self.linear('widen', x) + drop(self.attend(0, self.norm('norm_a0', x), bias))
        h = h + drop(self.linear('feed20', F.relu(self.linear('feed10', self.norm('norm_f0', h)))))
        h = h + drop(self.attend(1, self.norm('norm_a1', h), bias))
        h = h + drop(self.linear('feed21', F.relu(self.linear('feed11', self.norm('norm_f1', h)))))
        mean = (h * kept).sum(1) / there.sum(1, keepdim=True).clamp(min=1)
        return F.normalize(torch.tanh(self.linear('last', mean)), dim=-1)


class Texts:
    """The tokens of all texts, padded once, on the device."""

    def __init__(self, pieces, device):
        self.lengths = torch.tensor([min(CLIP, max(1, len(each))) for each in pieces])
        self.pieces = torch.zeros(len(pieces), CLIP, dtype=torch.long)
        for at, each in enumerate(pieces):
            cut = torch.tensor((each or [0])[:CLIP])
            self.pieces[at, : len(cut)] = cut
        self.pieces = self.pieces.to(device)
        self.device = device

    def encode(self, encoder, numbers, step):
        """Vectors of the texts at these indexes, in order; texts of equal length are batched."""
        numbers = torch.as_tensor(numbers)
        lengths = self.lengths[numbers]
        order = lengths.argsort()
        made = []
        for at in range(0, len(order), step):
            own = order[at : at + step]
            long = int(lengths[own].max())
            pieces = self.pieces[numbers[own].to(self.device), :long]
            there = (torch.arange(long)[None] < lengths[own][:, None]).float().to(self.device)
            made.append(encoder(pieces, there))
        return torch.cat(made)[order.argsort().to(self.device)]
