"""Tunes the sentence encoder on questions and their answers, in told lives and in notes read from them.

    python3 scripts/sentence-encoder/tune.py DIR OUT '{"steps": 400, "seeds": 4}'

DIR is the output of gather.mts. OUT gets the tuned weights: the mean over seeds, interpolated with the base. With
"folds" it prints the cross-validated gain on told lives instead.
"""

import json
import os
import random
import sys
import time

import numpy as np
import torch

from lexical import bm25, ranked, standard
from model import Encoder, Texts, read_base

SETTINGS = {
    'steps': 160, 'seeds': 1, 'rate': 3e-4, 'temperature': 0.05, 'dropout': 0.1, 'decay': 0.01,
    'questions': 48, 'claims': 24, 'asks': 0, 'documents': 100, 'same': 0, 'kept': [0.8], 'folds': 0,
}
"""Weight of the standardised cosine relative to standardised BM25 in evaluation."""
BESIDE = 3.0
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
STEP = 256 if DEVICE == 'cuda' else 40


class Bank:
    """Documents are turns, then notes, then the notes' questions. A task: its question, the documents that answer it, and
    those that are ignored in evaluation."""

    def __init__(self, bank, texts):
        self.name, self.role = bank['name'], bank['role']
        turns, notes = bank['turns'], bank['notes']
        self.turns, self.notes = len(turns), len(notes)
        self.documents = turns + [note['text'] for note in notes]
        of_turn, of_key, self.ask_at = {}, {}, {}
        for at, note in enumerate(notes):
            own = len(turns) + at
            for turn in note['turns']:
                of_turn.setdefault(turn, set()).add(own)
            of_key.setdefault(note['key'], set()).update({own}, note['turns'])
            self.ask_at[own] = range(len(self.documents), len(self.documents) + len(note['asks']))
            self.documents = self.documents + note['asks']
        with_asks = lambda some: set(some).union(*(self.ask_at.get(at, ()) for at in some))
        beside = lambda some: with_asks(set(some).union(*(of_turn.get(turn, ()) for turn in some)))
        self.questions = [
            (q['text'], set(q['answers']), beside(q['answers'] + q['stale'])) for q in bank['questions']
        ]
        self.claims = []
        for c in bank['claims']:
            alike = {d['turn'] for d in bank['claims'] if d['key'] == c['key'] or d['value'] == c['value']}
            self.claims.append((c['asks'], {c['turn']}, beside(alike | {c['turn']})))
        self.asks = []
        for at, note in enumerate(notes):
            own = len(turns) + at
            unjudged = beside(note['turns']) | with_asks(of_key[note['key']] | {own})
            for ask in note['asks']:
                others = {d for d in self.ask_at[own] if self.documents[d] != ask}
                same = {d for d, text in enumerate(self.documents) if text == ask}
                self.asks.append((ask, {own} | set(note['turns']), unjudged | same, others))
        said = lambda numbers: [texts[number] for number in numbers]
        self.lexical = bm25(said([q[0] for q in self.questions]), said(self.documents[: self.turns]))
        self.lexical_asks = bm25(said([a[0] for a in self.asks]), said(self.documents[: self.turns + self.notes])) if notes else None

    def find_hard(self, vectors):
        """The top documents by BM25 and by the base encoder, for each question."""
        near = vectors[[q[0] for q in self.questions]] @ vectors[self.documents[: self.turns]].T
        self.hard = [
            list(dict.fromkeys([*np.argsort(-self.lexical[at])[:8], *np.argsort(-near[at])[:8]]))
            for at in range(len(self.questions))
        ]

    def tasks(self, chance, settings):
        """Questions with positive and ignored documents, and the documents to compare with."""
        chosen = chance.sample(range(len(self.questions)), min(settings['questions'], len(self.questions)))
        tasks = [self.questions[at] for at in chosen]
        some = lambda of, wanted: chance.sample(of, min(wanted, len(of)))
        tasks += [(chance.choice(asks), own, unjudged) for asks, own, unjudged in some(self.claims, settings['claims'])]
        for ask, own, unjudged, others in some(self.asks, settings['asks']):
            tasks.append((ask, own | (others if chance.random() < settings['same'] else set()), unjudged))
        documents = {}
        for _, own, _ in tasks:
            documents.update(dict.fromkeys(chance.sample(sorted(own), min(3, len(own)))))
        hard = [at for task in chosen for at in self.hard[task]]
        chance.shuffle(hard)
        rest = list(range(len(self.documents)))
        chance.shuffle(rest)
        room = max(settings['documents'], len(documents) + 40)
        for at in [*hard, *rest]:
            if len(documents) >= room:
                break
            documents[int(at)] = None
        return tasks, list(documents)


def tune(banks, texts, base, settings, seed):
    """The weights tuned from the base."""
    chance = random.Random(seed)
    torch.manual_seed(seed)
    encoder = Encoder(base, settings['dropout']).to(DEVICE).train()
    optimiser = torch.optim.AdamW(encoder.parameters(), lr=settings['rate'], weight_decay=settings['decay'], betas=(0.9, 0.98))
    steps, order = settings['steps'], []
    for step in range(steps):
        if not order:
            order = chance.sample(banks, len(banks))
        bank = order.pop()
        tasks, documents = bank.tasks(chance, settings)
        answers = torch.tensor([[at in own for at in documents] for _, own, _ in tasks], dtype=torch.float)
        hidden = torch.tensor([[at in unjudged and at not in own for at in documents] for _, own, unjudged in tasks])
        answers, hidden = answers.to(DEVICE), hidden.to(DEVICE)
        rate = settings['rate'] * min(1, (step + 1) / (0.1 * steps + 1)) * max(0.05, 1 - step / steps)
        for group in optimiser.param_groups:
            group['lr'] = rate
        vectors = texts.encode(encoder, [task[0] for task in tasks] + [bank.documents[at] for at in documents], STEP)
        logits = vectors[: len(tasks)] @ vectors[len(tasks) :].T / settings['temperature']
        logits = logits.masked_fill(hidden, -1e4)
        wrong = torch.logsumexp(logits.masked_fill(answers > 0, -1e4), 1, keepdim=True)
        losses = (torch.logaddexp(logits, wrong) - logits) * answers / answers.sum(1, keepdim=True).clamp(min=1)
        optimiser.zero_grad()
        losses.sum(1).mean().backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimiser.step()
    return {name: values.detach() for name, values in encoder.state_dict().items()}


def mixed(parts):
    return {name: sum(share * weights[name] for share, weights in parts) for name in parts[0][1]}


def vectors_of(texts, base, weights, numbers, count):
    """Vectors as [all texts, 512]; zero for texts not requested."""
    encoder = Encoder(base).to(DEVICE).eval()
    if weights is not None:
        encoder.load_state_dict(weights)
    made = np.zeros((count, 512), np.float32)
    with torch.no_grad():
        made[numbers] = texts.encode(encoder, numbers, 512 if DEVICE == 'cuda' else 64).cpu().numpy()
    return made


def numbers_of(banks):
    return sorted({at for bank in banks for at in [*bank.documents, *(q[0] for q in bank.questions)]})


def judge(banks, vectors):
    """Success at 1 and 3, recall at 10: BM25 with cosine for questions; cosine alone for notes by their questions."""
    plain, asked, own = [], [], []
    for bank in banks:
        turns = bank.documents[: bank.turns]
        near = vectors[[q[0] for q in bank.questions]] @ vectors[turns].T
        answers = [q[1] for q in bank.questions]
        plain.append(ranked(standard(bank.lexical) + BESIDE * standard(near), answers))
        own.append(ranked(near, answers))
        if bank.asks:
            near = vectors[[a[0] for a in bank.asks]] @ vectors[bank.documents[: bank.turns + bank.notes]].T
            asked.append(ranked(standard(bank.lexical_asks) + BESIDE * standard(near), [a[1] for a in bank.asks]))
    mean = lambda all_: np.concatenate(all_).mean(0).round(3).tolist() if all_ else []
    return {'with words': mean(plain), 'alone': mean(own), 'notes asked': mean(asked)}


def said(label, figures):
    print(f'{label:34s}', *(f'{name} {figure}' for name, figure in figures.items()), flush=True)


def read(folder):
    data = json.load(open(os.path.join(folder, 'banks.json')))
    banks = [Bank(bank, data['texts']) for bank in data['banks']]
    texts = Texts(data['pieces'], DEVICE)
    base = read_base(folder)
    vectors = vectors_of(texts, base, None, numbers_of(banks), len(data['texts']))
    for bank in banks:
        bank.find_hard(vectors)
    return banks, texts, base, vectors


def fold_of(bank, folds):
    """Lives by one author, named by one letter, are in one fold."""
    return ord(bank.name[0]) % folds


def main(folder, out, given):
    settings = {**SETTINGS, **json.loads(given)}
    banks, texts, base, vectors = read(folder)
    told = [bank for bank in banks if bank.role == 'told']
    others = [bank for bank in banks if bank.role == 'judge']
    start = {name: values.detach() for name, values in Encoder(base).to(DEVICE).state_dict().items()}
    began = time.time()
    seen = lambda weights, some: vectors_of(texts, base, weights, numbers_of(some), len(vectors))
    if settings['folds'] > 0:
        folds = [[bank for bank in told if fold_of(bank, settings['folds']) == fold] for fold in range(settings['folds'])]
        print(settings)
        said('base', judge(told, vectors))
        tuned = [
            mixed([(1 / settings['seeds'], tune([b for b in told if b not in held], texts, base, settings, seed)) for seed in range(settings['seeds'])])
            for held in folds
        ]
        for kept in settings['kept']:
            made = sum(seen(mixed([(kept, tuned[at]), (1 - kept, start)]), held) for at, held in enumerate(folds))
            said(f'unseen told lives, {kept} tuned', judge(told, made))
        print(f'{time.time() - began:.0f} s', flush=True)
        return
    tuned = mixed([(1 / settings['seeds'], tune(told, texts, base, settings, seed)) for seed in range(settings['seeds'])])
    for kept in settings['kept']:
        weights = mixed([(kept, tuned), (1 - kept, start)])
        if others:
            said(f'lives to judge by, {kept} tuned', judge(others, seen(weights, others)))
    if others:
        said('lives to judge by, base', judge(others, vectors))
    numpied = {name.replace('parts.', ''): values.cpu().numpy().astype(np.float16) for name, values in weights.items() if name != 'timing'}
    np.savez(os.path.join(out, 'tuned.npz'), **numpied)
    print(f'{time.time() - began:.0f} s', flush=True)


if __name__ == '__main__':
    main(*sys.argv[1:4])
