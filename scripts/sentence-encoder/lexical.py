"""BM25 over words, to mine hard negatives and to measure what the encoder adds to it."""

import math
import re
from collections import Counter

import numpy as np


def words(text):
    return [w[:-1] if len(w) > 3 and w.endswith('s') else w for w in re.findall(r"[\w']+", text.lower())]


def bm25(questions, documents):
    """BM25 scores as [questions, documents], with k1 1.2 and b .75."""
    bags = [Counter(words(text)) for text in documents]
    sizes = np.array([sum(bag.values()) for bag in bags], float)
    posts = {}
    for at, bag in enumerate(bags):
        for word, count in bag.items():
            posts.setdefault(word, []).append((at, count))
    scores = np.zeros((len(questions), len(documents)), np.float32)
    for row, question in enumerate(questions):
        for word in set(words(question)):
            found = posts.get(word, [])
            rarity = math.log(1 + (len(bags) - len(found) + 0.5) / (len(found) + 0.5)) if found else 0
            for at, count in found:
                scores[row, at] += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * sizes[at] / sizes.mean()))
    return scores


def standard(scores):
    return (scores - scores.mean(1, keepdims=True)) / (scores.std(1, keepdims=True) + 1e-6)


def ranked(scores, answers):
    """[questions, 3]: success at 1, success at 3, recall at 10."""
    order = np.argsort(-scores, 1, kind='stable')
    return np.array(
        [
            (order[row][0] in own, any(at in own for at in order[row][:3]), sum(at in own for at in order[row][:10]) / len(own))
            for row, own in enumerate(answers)
        ],
        float,
    )
