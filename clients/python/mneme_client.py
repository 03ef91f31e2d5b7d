"""A client of `mneme serve`, for Python 3.9 and later: this one file, and the standard library.

Written by `npm run proto` from the description of the API; not by hand.

    from mneme_client import Mneme
    memory = Mneme("http://127.0.0.1:4488")
    memory.remember("Tom moved to Porto last Saturday.")
    memory.recall("Where does Tom live?")["results"][0]["content"]
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Optional, Union


class MnemeError(Exception):
    """What a server refused, or that none answered. Switch on `code`; the text is for people."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.field = details.get("field")
        self.value = details.get("value")
        self.hint = details.get("hint")
        self.status = details.get("status")


class Mneme:
    """One bank of a server. Every verb gives what the server answers, as dicts and lists; each throws MnemeError."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:4488",
        key: Optional[str] = None,
        bank: str = "default",
        timeout: float = 60.0,
    ) -> None:
        self.url = url.rstrip("/")
        self.key = key
        self._bank = bank
        self.timeout = timeout

    def _send(self, method: str, path: str, query: dict, body: Any, kind: str) -> Any:
        given = {name: value for name, value in query.items() if value is not None}
        pairs = [
            (name, value if isinstance(value, str) else json.dumps(value))
            for name, value in given.items()
        ]
        address = self.url + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")
        headers = {"accept": "application/json"}
        data = None
        if body is not None:
            headers["content-type"] = kind
            data = body.encode() if isinstance(body, str) else body
        if self.key is not None:
            headers["authorization"] = "Bearer " + self.key
        request = urllib.request.Request(address, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                text = response.read().decode()
                is_json = "json" in response.headers.get("content-type", "")
                return response.status, (json.loads(text) if is_json else text)
        except urllib.error.HTTPError as refused:
            raise _refusal(refused) from None
        except (urllib.error.URLError, TimeoutError) as lost:
            raise MnemeError(
                "unavailable",
                "There is no answer from " + self.url + ".",
                hint="Is `mneme serve` running there?",
            ) from lost

    def _call(self, method: str, path: str, query: dict, fields: Optional[dict]) -> Any:
        body = None
        if fields is not None:
            body = json.dumps({name: value for name, value in fields.items() if value is not None})
        return self._finished(*self._send(method, path, query, body, "application/json"))

    def _finished(self, status: int, answer: Any) -> Any:
        while status == 202 and answer["state"] == "running":
            time.sleep(0.1)
            path = _path("/v1/banks/{bank}/operations/{id}", bank=self._bank, id=answer["id"])
            _, answer = self._send("GET", path, {}, None, "")
        if status != 202:
            return answer
        if answer["state"] == "done":
            return answer["result"]
        error = answer.get("error") or {}
        message = error.get("detail") or error.get("message") or "The work was stopped."
        raise MnemeError(error.get("code", "interrupted"), message, **_details(error))

    def bank_names(
        self,
    ) -> Any:
        """List the banks that the key opens."""
        _at = "/v1/banks"
        _query = {}
        return self._call("GET", _at, _query, None)

    def bank(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell of one bank.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def bank_create(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Found a bank, or tell of the one there.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("PUT", _at, _query, None)

    def bank_configure(
        self,
        *,
        user_id: Optional[str] = None,
        scepticism: Optional[int] = None,
        literalism: Optional[int] = None,
        empathy: Optional[int] = None,
        privacy: Optional[str] = None,
        tokens: Optional[bool] = None,
        zone: Optional[str] = None,
        owner: Any = None,
        reading: Optional[bool] = None,
        dream_at: Optional[str] = None,
        clear_after_days: Optional[int] = None,
        clear_below: Optional[float] = None,
        guard: Optional[str] = None,
    ) -> Any:
        """Set how the bank reflects, and what it takes out of or holds back from what comes in.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        scepticism: How much evidence an opinion or a principle needs, and how carefully it is
            worded, 1 to 5.
        literalism: How closely reflection keeps to the words that were said, 1 to 5.
        empathy: How much room feelings get in a summary, 1 to 5.
        privacy: What is taken out of all that comes in: off, secrets, standard (numbers and
            contact data, too) or strict (names and addresses, too).
        tokens: Puts tokens such as [card_1] in the place of values, which `reveal` turns back
            with the key of the vault.
        zone: The IANA time zone of its people, as in Europe/Berlin: what is said, and asked,
            without an offset is of it. Default: UTC.
        owner: Whose memory it is: “I”, “we” and “my” in the turns of the user are this person,
            as is whoever is called so. null takes the name back.
        reading: Whether the configured reader reads what is remembered into notes, in the
            background; the texts go to it.
        dream_at: When it dreams by itself while a server has it open: off, idle, or a time of
            day in its time zone, such as 03:00.
        clear_after_days: A night takes back what was not used for so many days and matters
            little; 0, the default, for nothing.
        clear_below: Of that, what has an importance below this. Default: 0.2.
        guard: What becomes of instructions hidden in what tools, agents and the web bring: off,
            note or quarantine.
        """
        _at = _path("/v1/banks/{bank}", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("PATCH", _at, _query, {"scepticism": scepticism, "literalism": literalism, "empathy": empathy, "privacy": privacy, "tokens": tokens, "zone": zone, "owner": owner, "reading": reading, "dreamAt": dream_at, "clearAfterDays": clear_after_days, "clearBelow": clear_below, "guard": guard})

    def bank_delete_here(
        self,
        *,
        user_id: Optional[str] = None,
        reason: Optional[str] = None,
        now: Optional[bool] = None,
        yes: Optional[bool] = None,
        restore: Optional[bool] = None,
    ) -> Any:
        """Delete a bank with all its users, or bring it back within 30 days.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        reason: Why.
        now: Gone at once and for good, instead of in 30 days; needs yes.
        yes: With now: it is meant.
        restore: Bring a deleted bank back instead, as it was, with its past and its users.
        """
        _at = _path("/v1/banks/{bank}", bank=self._bank)
        _query = {"userId": user_id, "reason": reason, "now": now, "yes": yes, "restore": restore}
        return self._call("DELETE", _at, _query, None)

    def operations(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """List long operations of this server on the bank, the latest first.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/operations", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def operation(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell how far a long operation is.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The operation, as in o_0123456789abcdef.
        """
        _at = _path("/v1/banks/{bank}/operations/{id}", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def operation_cancel(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Stop a long operation between two commits. What it committed stays.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The operation, as in o_0123456789abcdef.
        """
        _at = _path("/v1/banks/{bank}/operations/{id}", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("DELETE", _at, _query, None)

    def remember(
        self,
        content: str,
        *,
        user_id: Optional[str] = None,
        kind: Optional[str] = None,
        confidence: Optional[float] = None,
        importance: Optional[float] = None,
        speaker: Optional[str] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        turn: Optional[str] = None,
        position: Optional[int] = None,
        said_at: Any = None,
        occurred_from: Any = None,
        occurred_to: Any = None,
        expires_at: Any = None,
        ttl: Any = None,
        source: Optional[str] = None,
        origin: Optional[str] = None,
        tags: Optional[list] = None,
        images: Optional[list] = None,
        distinct: Optional[bool] = None,
        note: Optional[dict] = None,
        metadata: Optional[dict] = None,
    ) -> Any:
        """Take one text into memory.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        content: The text to keep, in any language; of more than 65,536 characters it becomes
            several memories.
        kind: What sort of memory it is. Default: experience for a turn of a session, else fact.
        confidence: How sure it is, 0 to 1. Default: by its source.
        importance: How much it matters, 0 to 1. Default: read off the text.
        speaker: Who said or wrote it.
        session: The conversation, document or task it belongs to.
        agent_id: The agent it is of.
        run_id: The run, task or thread it is of.
        turn: The name of the turn within its session, as in D3:14.
        position: Its place within the session. Default: after the last.
        said_at: When it was said. Default: now. An offset tells the speaker’s day.
        occurred_from: When it began to be true. Default: the date the text names, else when it
            was said.
        occurred_to: When it ended; after occurredFrom.
        expires_at: From when on it is found no more; a day alone is its whole day. Default: it
            stays.
        ttl: Instead of expiresAt, how long it is found from now: seconds, or as in 12h or 30d.
        source: Who hands it over. Default: user.
        origin: The file or feed it was imported from.
        tags: Labels to filter by.
        images: Pictures that belong to it: paths, data: URLs or bytes, with alt text if you
            like.
        distinct: Keep it as a memory of its own unless the same words came with the same
            metadata. Default: what says the same adds evidence to the memory that is there.
        note: Its structure, when the text is a note: one sentence that is understood alone,
            with what it is about and the memories it was read off.
        metadata: Your own fields for it, as in {"ticket": "P-12"}.
        """
        _at = _path("/v1/banks/{bank}/memories", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"content": content, "kind": kind, "confidence": confidence, "importance": importance, "speaker": speaker, "session": session, "agentId": agent_id, "runId": run_id, "turn": turn, "position": position, "saidAt": said_at, "occurredFrom": occurred_from, "occurredTo": occurred_to, "expiresAt": expires_at, "ttl": ttl, "source": source, "origin": origin, "tags": tags, "images": images, "distinct": distinct, "note": note, "metadata": metadata})

    def list(
        self,
        *,
        user_id: Optional[str] = None,
        kinds: Optional[list] = None,
        tags: Optional[list] = None,
        metadata: Optional[dict] = None,
        speaker: Optional[str] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        about: Optional[str] = None,
        aspect: Optional[str] = None,
        type: Optional[str] = None,
        status: Optional[str] = None,
        reader: Optional[str] = None,
        from_: Any = None,
        to: Any = None,
        as_of: Any = None,
        forgotten: Optional[bool] = None,
        only_forgotten: Optional[bool] = None,
        order: Optional[str] = None,
        match: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[str] = None,
    ) -> Any:
        """List memories, in order of recording or the newest first.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        kinds: Only these kinds.
        tags: All of these tags.
        metadata: Only what has such metadata: {"ticket": "P-12", "priority": {"gte": 2}, "or":
            [{…}, {…}], "not": {…}}. Tests: eq, ne, in, gt, gte, lt, lte, exists.
        speaker: Only what this person said.
        session: Only this session.
        agent_id: Only what this agent took in.
        run_id: Only what is of this run.
        about: Only notes about this subject, by its name.
        aspect: Only notes on this aspect of their subject: home, dose.
        type: Only notes of this type.
        status: Only notes that say so: planned, ended, denied …
        reader: Only notes that this reader wrote: agent, a program.
        from_: Only what happened at or after this moment.
        to: Only what happened before this moment; a day is its whole day.
        as_of: What the bank held at that moment.
        forgotten: Also what was forgotten.
        only_forgotten: Only what was forgotten; `undo` brings a memory back.
        order: newest: what was remembered last first, without what reflection wrote.
        match: Only what has these words, best match first.
        limit: Memories a page.
        cursor: `next` of the page before, with the same filter.
        after: The older name of `cursor`.
        """
        _at = _path("/v1/banks/{bank}/memories", bank=self._bank)
        _query = {"userId": user_id, "kinds": kinds, "tags": tags, "metadata": metadata, "speaker": speaker, "session": session, "agentId": agent_id, "runId": run_id, "about": about, "aspect": aspect, "type": type, "status": status, "reader": reader, "from": from_, "to": to, "asOf": as_of, "forgotten": forgotten, "onlyForgotten": only_forgotten, "order": order, "match": match, "limit": limit, "cursor": cursor, "after": after}
        return self._call("GET", _at, _query, None)

    def memories_delete_all(
        self,
        *,
        user_id: Optional[str] = None,
        kinds: Optional[list] = None,
        tags: Optional[list] = None,
        metadata: Optional[dict] = None,
        speaker: Optional[str] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        from_: Any = None,
        to: Any = None,
        reason: Optional[str] = None,
        cause: Optional[str] = None,
        cascade: Optional[bool] = None,
        preview: Optional[bool] = None,
    ) -> Any:
        """Take memories back; they can be restored.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        kinds: Only these kinds.
        tags: All of these tags.
        metadata: Only what has such metadata: {"ticket": "P-12", "priority": {"gte": 2}, "or":
            [{…}, {…}], "not": {…}}. Tests: eq, ne, in, gt, gte, lt, lte, exists.
        speaker: Only what this person said.
        session: Only this session.
        agent_id: Only what this agent took in.
        run_id: Only what is of this run.
        from_: Only what happened at or after this moment.
        to: Only what happened before this moment; a day is its whole day.
        reason: Why, for the journal.
        cause: Of what sort the reason is: user_requested, obsolete, adversarial_injection or
            semantic_cancer.
        cascade: Links between others that were read in it go, too; without, they stay on
            nobody’s word.
        preview: Only tell what a filter would forget.
        """
        _at = _path("/v1/banks/{bank}/memories", bank=self._bank)
        _query = {"userId": user_id, "kinds": kinds, "tags": tags, "metadata": metadata, "speaker": speaker, "session": session, "agentId": agent_id, "runId": run_id, "from": from_, "to": to, "reason": reason, "cause": cause, "cascade": cascade, "preview": preview}
        return self._call("DELETE", _at, _query, None)

    def remember_all(
        self,
        inputs: Optional[list] = None,
        *,
        user_id: Optional[str] = None,
        messages: Optional[list] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        expires_at: Any = None,
        ttl: Any = None,
    ) -> Any:
        """Take several texts into memory, as one change.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        inputs: The texts, or what `remember` takes of each.
        messages: Instead of texts: turns of a chat, as {"role": "user", "content": "…"}.
        session: The conversation that the messages are of.
        agent_id: The agent that all of them are of.
        run_id: The run that all of them are of.
        expires_at: From when on those of them are found no more that say nothing else of it.
        ttl: Instead of expiresAt, how long it is found from now: seconds, or as in 12h or 30d.
        """
        _at = _path("/v1/banks/{bank}/memories/batch", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"inputs": inputs, "messages": messages, "session": session, "agentId": agent_id, "runId": run_id, "expiresAt": expires_at, "ttl": ttl})

    def recall(
        self,
        query: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        image: Any = None,
        limit: Optional[int] = None,
        breadth: Optional[int] = None,
        depth: Optional[int] = None,
        reasoning: Optional[str] = None,
        strategy: Optional[str] = None,
        threshold: Optional[float] = None,
        kinds: Optional[list] = None,
        tags: Optional[list] = None,
        metadata: Optional[dict] = None,
        speaker: Optional[str] = None,
        speakers: Optional[list] = None,
        except_speakers: Optional[list] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        about: Optional[str] = None,
        aspect: Optional[str] = None,
        type: Optional[str] = None,
        status: Optional[str] = None,
        reader: Optional[str] = None,
        from_: Any = None,
        to: Any = None,
        as_of: Any = None,
        now: Any = None,
        token_budget: Optional[int] = None,
        fields: Optional[list] = None,
        whole: Optional[bool] = None,
        expand: Optional[bool] = None,
        forgive_typos: Optional[bool] = None,
        reflections: Optional[int] = None,
        context: Optional[dict] = None,
        exclude: Optional[list] = None,
        layers: Optional[list] = None,
        group_by_layer: Optional[bool] = None,
        paths: Optional[list] = None,
        precision: Optional[str] = None,
        min_probability: Optional[float] = None,
        min_certainty: Optional[float] = None,
        min_known: Optional[float] = None,
        cascade: Optional[int] = None,
        cascade_below: Optional[float] = None,
        cascade_breadth: Optional[int] = None,
        cascade_ms: Optional[int] = None,
        order: Optional[str] = None,
    ) -> Any:
        """Find what bears on a question, with scores and reasons.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: The question or topic, 1 to 4,096 characters. May be left out when a picture
            asks.
        image: A picture to find the like of: a path, a data: URL or bytes.
        limit: How many memories to return at most.
        breadth: The former name of limit.
        depth: How many hops the graph path may walk.
        reasoning: How results are weighed; auto reads it off the query.
        strategy: How the question is asked; auto takes one of several hops apart.
        threshold: Least confidence a memory must have.
        kinds: Only these kinds.
        tags: All of these tags.
        metadata: Only what has such metadata: {"ticket": "P-12", "priority": {"gte": 2}, "or":
            [{…}, {…}], "not": {…}}. Tests: eq, ne, in, gt, gte, lt, lte, exists.
        speaker: Only what this person said.
        speakers: Only what any of these said: people or agents.
        except_speakers: Nothing that any of these said.
        session: Only this session.
        agent_id: Only what this agent took in.
        run_id: Only what is of this run.
        about: Only notes about this subject, by its name.
        aspect: Only notes on this aspect of their subject: home, dose.
        type: Only notes of this type.
        status: Only notes that say so: planned, ended, denied …
        reader: Only notes that this reader wrote: agent, a program.
        from_: Only what happened at or after this moment.
        to: Only what happened before this moment; a day is its whole day.
        as_of: Answer from what the bank held at that moment.
        now: The moment the question is asked. Default: the clock. An offset tells whose day it
            is.
        token_budget: Most tokens the delivered answer may take, counted on its JSON.
        fields: Only these fields of each result.
        whole: Whether a long memory comes with all of its content; if not, its excerpt stands
            for it.
        expand: Whether supporting, contradicting and related memories are attached to each
            result.
        forgive_typos: Whether words that no memory has are read as words they may be misspelt
            from.
        reflections: How many observations, opinions and principles may stand beside the
            results.
        context: The conversation that “she”, “it”, “there” or “that project” refer to.
        exclude: Memories the caller has already.
        layers: Only these layers, each with its own rows.
        group_by_layer: Group the answer by layer; without `layers`, by those the query leads
            to.
        paths: Only these paths: semantic, lexical, graph, temporal, causal, image, feedback, or
            those that modules bring.
        precision: normal: the best there is; high: only what answers, and nothing where nothing
            does.
        min_probability: Least chance that a result answers the question; what has less is left
            out.
        min_certainty: Least overall certainty of a result; what has less is left out.
        min_known: Least chance that anything relevant is known; below it the answer is empty
            and says why.
        cascade: How many times the search may be widened while the best result is not sure; 0
            never.
        cascade_below: The search is widened while the best result is less sure than this.
        cascade_breadth: How many more results each widening may add.
        cascade_ms: Milliseconds after which the search is not widened further.
        order: What the results are in order of.
        """
        _at = _path("/v1/banks/{bank}/recall", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "image": image, "limit": limit, "breadth": breadth, "depth": depth, "reasoning": reasoning, "strategy": strategy, "threshold": threshold, "kinds": kinds, "tags": tags, "metadata": metadata, "speaker": speaker, "speakers": speakers, "exceptSpeakers": except_speakers, "session": session, "agentId": agent_id, "runId": run_id, "about": about, "aspect": aspect, "type": type, "status": status, "reader": reader, "from": from_, "to": to, "asOf": as_of, "now": now, "tokenBudget": token_budget, "fields": fields, "whole": whole, "expand": expand, "forgiveTypos": forgive_typos, "reflections": reflections, "context": context, "exclude": exclude, "layers": layers, "groupByLayer": group_by_layer, "paths": paths, "precision": precision, "minProbability": min_probability, "minCertainty": min_certainty, "minKnown": min_known, "cascade": cascade, "cascadeBelow": cascade_below, "cascadeBreadth": cascade_breadth, "cascadeMs": cascade_ms, "order": order})

    def feedback(
        self,
        verdict: Optional[str] = None,
        result: Any = None,
        *,
        user_id: Optional[str] = None,
        recollection: Optional[str] = None,
        memory: Optional[str] = None,
        score: Optional[float] = None,
        used: Optional[list] = None,
        note: Optional[str] = None,
    ) -> Any:
        """Say whether a result of a recall was useful, irrelevant or wrong, or how a context
        ended.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        verdict: Of a result: useful, it helped; irrelevant, it does not bear on the question;
            wrong, what it says is not so. Of a context or recall: good or bad, how what was
            done with it ended.
        result: The result, as in r_01h5k0c2x9w7a.1: the recollection and the place in it. Of an
            end, the context or recall, as in r_01h5k0c2x9w7a.
        recollection: Instead of a result: the recollection, together with `memory`; of an end,
            without it.
        memory: The memory among the results of `recollection`.
        score: Instead of good or bad: how it ended, from -1 (as bad as can be) to 1.
        used: Of an end, the memories that were used, where that is known: they alone are
            credited.
        note: Why, or what came of it, for people and for the journal.
        """
        _at = _path("/v1/banks/{bank}/feedback", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"verdict": verdict, "result": result, "recollection": recollection, "memory": memory, "score": score, "used": used, "note": note})

    def conflicts(
        self,
        *,
        user_id: Optional[str] = None,
        status: Optional[str] = None,
        verdict: Optional[str] = None,
        memory: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[str] = None,
    ) -> Any:
        """List where memories contradict each other.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        status: Only those that stand so: pending waits for somebody, resolved is settled,
            overridden was settled by a rule and then otherwise by a person.
        verdict: Only those judged so.
        memory: Only those of this memory.
        limit: Conflicts a page.
        cursor: `next` of the page before, with the same filter.
        after: The older name of `cursor`.
        """
        _at = _path("/v1/banks/{bank}/conflicts", bank=self._bank)
        _query = {"userId": user_id, "status": status, "verdict": verdict, "memory": memory, "limit": limit, "cursor": cursor, "after": after}
        return self._call("GET", _at, _query, None)

    def conflicts_scan(
        self,
        *,
        user_id: Optional[str] = None,
        status: Optional[str] = None,
        verdict: Optional[str] = None,
        memory: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[str] = None,
    ) -> Any:
        """List where memories contradict each other.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        status: Only those that stand so: pending waits for somebody, resolved is settled,
            overridden was settled by a rule and then otherwise by a person.
        verdict: Only those judged so.
        memory: Only those of this memory.
        limit: Conflicts a page.
        cursor: `next` of the page before, with the same filter.
        after: The older name of `cursor`.
        """
        _at = _path("/v1/banks/{bank}/conflicts/scan", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"status": status, "verdict": verdict, "memory": memory, "limit": limit, "cursor": cursor, "after": after})

    def resolve(
        self,
        id: str,
        keep: Any,
        *,
        user_id: Optional[str] = None,
        conditions: Optional[str] = None,
        note: Optional[str] = None,
        by: Optional[str] = None,
    ) -> Any:
        """Settle a conflict.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The conflict, as in k_01h5k0c2x9w7a.
        keep: What holds now: newer, older, reliable (the better source, then confidence, then
            evidence), both, the id of one of the two memories, or undecided, which takes a
            settlement back.
        conditions: With both: when each of them holds.
        note: Why, for the record.
        by: Who decides: a person, or a rule of the caller. A person may overrule a rule.
        """
        _at = _path("/v1/banks/{bank}/conflicts/{id}/settlement", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"keep": keep, "conditions": conditions, "note": note, "by": by})

    def conflict_reopen(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        conditions: Optional[str] = None,
        note: Optional[str] = None,
        by: Optional[str] = None,
    ) -> Any:
        """Settle a conflict.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The conflict, as in k_01h5k0c2x9w7a.
        conditions: With both: when each of them holds.
        note: Why, for the record.
        by: Who decides: a person, or a rule of the caller. A person may overrule a rule.
        """
        _at = _path("/v1/banks/{bank}/conflicts/{id}/settlement", bank=self._bank, id=id)
        _query = {"userId": user_id, "conditions": conditions, "note": note, "by": by}
        return self._call("DELETE", _at, _query, None)

    def circles(
        self,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """List memories that support one another in a circle.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        limit: At most so many circles, the largest first; prune takes all of them.
        """
        _at = _path("/v1/banks/{bank}/circles", bank=self._bank)
        _query = {"userId": user_id, "limit": limit}
        return self._call("GET", _at, _query, None)

    def circles_prune(
        self,
        *,
        user_id: Optional[str] = None,
        reason: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """List memories that support one another in a circle.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        reason: With prune: why, for the record.
        limit: At most so many circles, the largest first; prune takes all of them.
        """
        _at = _path("/v1/banks/{bank}/circles/prune", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"reason": reason, "limit": limit})

    def reading(
        self,
        *,
        user_id: Optional[str] = None,
        next: Optional[bool] = None,
        all: Optional[bool] = None,
    ) -> Any:
        """Tell how far what was remembered has been read into notes, and what waits.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        next: Also show what waits first: one session, with the notes that it may touch and how
            it is read.
        all: Of what waits, also what was remembered before reading was switched on.
        """
        _at = _path("/v1/banks/{bank}/reading", bank=self._bank)
        _query = {"userId": user_id, "next": next, "all": all}
        return self._call("GET", _at, _query, None)

    def read(
        self,
        *,
        user_id: Optional[str] = None,
        all: Optional[bool] = None,
        dry: Optional[bool] = None,
    ) -> Any:
        """Let the configured reader read what waits into notes, now.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        all: Also what was remembered before it was switched on.
        dry: Show what would be written of the first session.
        """
        _at = _path("/v1/banks/{bank}/reading/run", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"all": all, "dry": dry})

    def mark_read(
        self,
        ids: list,
        *,
        user_id: Optional[str] = None,
        notes: Optional[list] = None,
    ) -> Any:
        """Say that turns were read, with the notes read off them: they wait no more.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        ids: Ids of turns, as `reading` shows them; with notes at most 20.
        notes: What was read off them, in the order in which they refer to each other.
        """
        _at = _path("/v1/banks/{bank}/reading/mark", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"ids": ids, "notes": notes})

    def documents(
        self,
        *,
        user_id: Optional[str] = None,
        namespace: Optional[list] = None,
        key: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        offset: Optional[int] = None,
        last: Optional[bool] = None,
    ) -> Any:
        """Give the objects that are kept in a namespace, and within it, or the one of a name.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        namespace: Only what is in it, or in what is in it. Default: all.
        key: Only the one of this name in that very namespace.
        limit: Documents a page.
        cursor: `next` of the page before, with the same filter.
        offset: So many are passed over.
        last: The last of them instead of the first, in the same order.
        """
        _at = _path("/v1/banks/{bank}/documents", bank=self._bank)
        _query = {"userId": user_id, "namespace": namespace, "key": key, "limit": limit, "cursor": cursor, "offset": offset, "last": last}
        return self._call("GET", _at, _query, None)

    def documents_change(
        self,
        put: Optional[list] = None,
        *,
        user_id: Optional[str] = None,
        remove: Optional[list] = None,
    ) -> Any:
        """Put objects under names, word for word, or take them away.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        put: The documents to store.
        remove: The documents to remove.
        """
        _at = _path("/v1/banks/{bank}/documents", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"put": put, "remove": remove})

    def explain(
        self,
        id: str,
        with_: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Explain a memory by what it is in each embedding space, and how like another it is
        there.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The memory, as in m_01h5k0c2x9w7a.
        with_: Another memory: how alike the two are in each space.
        """
        _at = _path("/v1/banks/{bank}/memories/{id}/explanation", bank=self._bank, id=id)
        _query = {"userId": user_id, "with": with_}
        return self._call("GET", _at, _query, None)

    def search_space(
        self,
        query: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        memory: Optional[str] = None,
        image: Any = None,
        space: Optional[str] = None,
        spaces: Optional[dict] = None,
        profile: Optional[str] = None,
        limit: Optional[int] = None,
        now: Any = None,
    ) -> Any:
        """Find what is nearest in one embedding space, or over several.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: The question or topic, 1 to 4,096 characters.
        memory: A memory to find the like of, instead of a query.
        image: A picture to ask with: a path, a data: URL or bytes.
        space: Only this space: semantic, recency, periodicity, position, causal, sparse, code,
            graph, hyperdimensional, multimodal, entity, late_interaction.
        spaces: Several spaces with what each weighs, as in semantic=1,graph=0.5.
        profile: Weights by name: semantic, causal, code, temporal, fact_checking, entity.
            Default: what suits the query.
        limit: How many memories to return at most.
        now: The moment the question is asked. Default: the clock.
        """
        _at = _path("/v1/banks/{bank}/spaces/search", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "memory": memory, "image": image, "space": space, "spaces": spaces, "profile": profile, "limit": limit, "now": now})

    def erase(
        self,
        *,
        user_id: Optional[str] = None,
        subject: Optional[str] = None,
        speaker: Optional[str] = None,
        memories: Optional[list] = None,
        also: Optional[list] = None,
        mentions: Optional[str] = None,
        yes: Optional[bool] = None,
    ) -> Any:
        """Erase a person, or single memories, for good; first only tell what would go.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        subject: Everything about this person: what they said, and what names them.
        speaker: Only what this speaker said, and what was made of it; where others name them
            stays.
        memories: Only these memories, and what was made of them; taken back or not.
        also: Other names, spellings, addresses, numbers that mean them.
        mentions: What becomes of others’ memories that name them: erase, or redact to keep the
            rest of the text with [erased] for the name. What tells something of them goes
            either way.
        yes: Do it. Without it, only tell what would be done. It cannot be undone.
        """
        _at = _path("/v1/banks/{bank}/erasure", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"subject": subject, "speaker": speaker, "memories": memories, "also": also, "mentions": mentions, "yes": yes})

    def quarantine(
        self,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[str] = None,
    ) -> Any:
        """Show what is held back until somebody looks, and let it in or turn it away: what
        seems to command its reader, near-copies, strangers.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        limit: Most memories of a page.
        cursor: `next` of the page before, with the same filter.
        after: The older name of `cursor`.
        """
        _at = _path("/v1/banks/{bank}/quarantine", bank=self._bank)
        _query = {"userId": user_id, "limit": limit, "cursor": cursor, "after": after}
        return self._call("GET", _at, _query, None)

    def quarantine_settle(
        self,
        release: Optional[list] = None,
        *,
        user_id: Optional[str] = None,
        reject: Optional[list] = None,
        reason: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[str] = None,
    ) -> Any:
        """Show what is held back until somebody looks, and let it in or turn it away: what
        seems to command its reader, near-copies, strangers.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        release: Of what is held back, the memories to let in.
        reject: Of what is held back, the memories to turn away for good.
        reason: Why, for the journal.
        limit: Most memories of a page.
        cursor: `next` of the page before, with the same filter.
        after: The older name of `cursor`.
        """
        _at = _path("/v1/banks/{bank}/quarantine", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"release": release, "reject": reject, "reason": reason, "limit": limit, "cursor": cursor, "after": after})

    def reveal(
        self,
        text: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Put the values back in the place of tokens such as [card_1].

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        text: A text with tokens such as [card_1].
        """
        _at = _path("/v1/banks/{bank}/reveal", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"text": text})

    def why(
        self,
        query: Optional[str] = None,
        memory: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        image: Any = None,
        limit: Optional[int] = None,
        breadth: Optional[int] = None,
        depth: Optional[int] = None,
        reasoning: Optional[str] = None,
        strategy: Optional[str] = None,
        threshold: Optional[float] = None,
        kinds: Optional[list] = None,
        tags: Optional[list] = None,
        metadata: Optional[dict] = None,
        speaker: Optional[str] = None,
        speakers: Optional[list] = None,
        except_speakers: Optional[list] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        about: Optional[str] = None,
        aspect: Optional[str] = None,
        type: Optional[str] = None,
        status: Optional[str] = None,
        reader: Optional[str] = None,
        from_: Any = None,
        to: Any = None,
        as_of: Any = None,
        now: Any = None,
        token_budget: Optional[int] = None,
        fields: Optional[list] = None,
        whole: Optional[bool] = None,
        expand: Optional[bool] = None,
        forgive_typos: Optional[bool] = None,
        reflections: Optional[int] = None,
        context: Optional[dict] = None,
        exclude: Optional[list] = None,
        layers: Optional[list] = None,
        group_by_layer: Optional[bool] = None,
        paths: Optional[list] = None,
        precision: Optional[str] = None,
        min_probability: Optional[float] = None,
        min_certainty: Optional[float] = None,
        min_known: Optional[float] = None,
        cascade: Optional[int] = None,
        cascade_below: Optional[float] = None,
        cascade_breadth: Optional[int] = None,
        cascade_ms: Optional[int] = None,
        order: Optional[str] = None,
    ) -> Any:
        """Explain why a question’s results are ranked as they are, or why a memory is not among
        them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: The question or topic, 1 to 4,096 characters. May be left out when a picture
            asks.
        image: A picture to find the like of: a path, a data: URL or bytes.
        limit: How many memories to return at most.
        breadth: The former name of limit.
        depth: How many hops the graph path may walk.
        reasoning: How results are weighed; auto reads it off the query.
        strategy: How the question is asked; auto takes one of several hops apart.
        threshold: Least confidence a memory must have.
        kinds: Only these kinds.
        tags: All of these tags.
        metadata: Only what has such metadata: {"ticket": "P-12", "priority": {"gte": 2}, "or":
            [{…}, {…}], "not": {…}}. Tests: eq, ne, in, gt, gte, lt, lte, exists.
        speaker: Only what this person said.
        speakers: Only what any of these said: people or agents.
        except_speakers: Nothing that any of these said.
        session: Only this session.
        agent_id: Only what this agent took in.
        run_id: Only what is of this run.
        about: Only notes about this subject, by its name.
        aspect: Only notes on this aspect of their subject: home, dose.
        type: Only notes of this type.
        status: Only notes that say so: planned, ended, denied …
        reader: Only notes that this reader wrote: agent, a program.
        from_: Only what happened at or after this moment.
        to: Only what happened before this moment; a day is its whole day.
        as_of: Answer from what the bank held at that moment.
        now: The moment the question is asked. Default: the clock. An offset tells whose day it
            is.
        token_budget: Most tokens the delivered answer may take, counted on its JSON.
        fields: Only these fields of each result.
        whole: Whether a long memory comes with all of its content; if not, its excerpt stands
            for it.
        expand: Whether supporting, contradicting and related memories are attached to each
            result.
        forgive_typos: Whether words that no memory has are read as words they may be misspelt
            from.
        reflections: How many observations, opinions and principles may stand beside the
            results.
        context: The conversation that “she”, “it”, “there” or “that project” refer to.
        exclude: Memories the caller has already.
        layers: Only these layers, each with its own rows.
        group_by_layer: Group the answer by layer; without `layers`, by those the query leads
            to.
        paths: Only these paths: semantic, lexical, graph, temporal, causal, image, feedback, or
            those that modules bring.
        precision: normal: the best there is; high: only what answers, and nothing where nothing
            does.
        min_probability: Least chance that a result answers the question; what has less is left
            out.
        min_certainty: Least overall certainty of a result; what has less is left out.
        min_known: Least chance that anything relevant is known; below it the answer is empty
            and says why.
        cascade: How many times the search may be widened while the best result is not sure; 0
            never.
        cascade_below: The search is widened while the best result is less sure than this.
        cascade_breadth: How many more results each widening may add.
        cascade_ms: Milliseconds after which the search is not widened further.
        order: What the results are in order of.
        memory: A memory that is missed, as in m_01h5k0c2x9w7a: at which step the answer loses
            it, and by how much.
        """
        _at = _path("/v1/banks/{bank}/recall/why", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "image": image, "limit": limit, "breadth": breadth, "depth": depth, "reasoning": reasoning, "strategy": strategy, "threshold": threshold, "kinds": kinds, "tags": tags, "metadata": metadata, "speaker": speaker, "speakers": speakers, "exceptSpeakers": except_speakers, "session": session, "agentId": agent_id, "runId": run_id, "about": about, "aspect": aspect, "type": type, "status": status, "reader": reader, "from": from_, "to": to, "asOf": as_of, "now": now, "tokenBudget": token_budget, "fields": fields, "whole": whole, "expand": expand, "forgiveTypos": forgive_typos, "reflections": reflections, "context": context, "exclude": exclude, "layers": layers, "groupByLayer": group_by_layer, "paths": paths, "precision": precision, "minProbability": min_probability, "minCertainty": min_certainty, "minKnown": min_known, "cascade": cascade, "cascadeBelow": cascade_below, "cascadeBreadth": cascade_breadth, "cascadeMs": cascade_ms, "order": order, "memory": memory})

    def show(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        as_of: Any = None,
        history: Optional[bool] = None,
        source: Optional[bool] = None,
    ) -> Any:
        """Show one memory with its evidence, dates and links.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The memory, as in m_01h5k0c2x9w7a.
        as_of: As it was at that moment; its links are those of today.
        history: Also every change of it, from the journal, and what took its place.
        source: Also how the bank came by it: observed, inferred, told or imagined.
        """
        _at = _path("/v1/banks/{bank}/memories/{id}", bank=self._bank, id=id)
        _query = {"userId": user_id, "asOf": as_of, "history": history, "source": source}
        return self._call("GET", _at, _query, None)

    def update(
        self,
        id: str,
        content: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        reason: Optional[str] = None,
        kind: Optional[str] = None,
        tags: Optional[list] = None,
        metadata: Optional[dict] = None,
        add_tags: Optional[list] = None,
        remark: Optional[str] = None,
        boost: Optional[float] = None,
        note: Optional[dict] = None,
        said_at: Any = None,
        source: Optional[str] = None,
        expires_at: Any = None,
        ttl: Any = None,
    ) -> Any:
        """Correct a memory: its words, or what is kept beside them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The memory, as in m_01h5k0c2x9w7a.
        content: What it should say; whole, not only what changes. Left out, its words stay as
            they are.
        reason: Why, for the record.
        kind: Default: as it was.
        tags: In the place of its tags. Default: as they were.
        metadata: In the place of its metadata. Default: as it was.
        add_tags: Tags to add to those that it has.
        remark: A remark on it, kept beside its words, behind earlier ones.
        boost: What is added to its importance, -1 to 1; it stays within 0 and 1.
        note: In the place of its structure, if it is a note; its links stay. Default: as it
            was.
        said_at: When the new words were said. Default: now; of a note, as it was.
        source: Who hands it over. Default: user.
        expires_at: From when on it is found no more; never for one that is to stay. Default: as
            it was.
        ttl: Instead of expiresAt, how long it is found from now: seconds, or as in 12h or 30d.
        """
        _at = _path("/v1/banks/{bank}/memories/{id}", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("PATCH", _at, _query, {"content": content, "reason": reason, "kind": kind, "tags": tags, "metadata": metadata, "addTags": add_tags, "remark": remark, "boost": boost, "note": note, "saidAt": said_at, "source": source, "expiresAt": expires_at, "ttl": ttl})

    def log(
        self,
        *,
        user_id: Optional[str] = None,
        type: Optional[str] = None,
        verb: Optional[str] = None,
        memory: Optional[str] = None,
        from_: Any = None,
        to: Any = None,
        limit: Optional[int] = None,
        before: Optional[int] = None,
        after: Optional[int] = None,
    ) -> Any:
        """List the changes of the bank, newest first, with what undoes each.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        type: Which changes.
        verb: Only changes by this verb.
        memory: Only changes of this memory.
        from_: Only changes made at or after this moment.
        to: Only changes made before this moment; a day is its whole day.
        limit: Changes a page.
        before: `next` of the page before: only changes older than this number.
        after: For programs that follow: the changes after this number, the oldest first; 0
            begins with the first. `next` goes on from there, now or later.
        """
        _at = _path("/v1/banks/{bank}/log", bank=self._bank)
        _query = {"userId": user_id, "type": type, "verb": verb, "memory": memory, "from": from_, "to": to, "limit": limit, "before": before, "after": after}
        return self._call("GET", _at, _query, None)

    def merge(
        self,
        ids: list,
        *,
        user_id: Optional[str] = None,
        strategy: Optional[str] = None,
        name: Optional[str] = None,
        force: Optional[bool] = None,
        reason: Optional[str] = None,
    ) -> Any:
        """Put one memory in the place of several that say the same.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        ids: The memories, two or more, as in m_01h5k0c2x9w7a.
        strategy: Whose words stay: keep_newest, keep_highest, concatenate or summarize.
        name: What the one memory is called, kept beside its words.
        force: Also where their priors differ: kind, speaker, time, confidence, trust, or a
            conflict between them.
        reason: Why, for the journal.
        """
        _at = _path("/v1/banks/{bank}/memories/merge", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"ids": ids, "strategy": strategy, "name": name, "force": force, "reason": reason})

    def manifest(
        self,
        *,
        user_id: Optional[str] = None,
        match: Optional[str] = None,
        tags: Optional[list] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Write the bank as a file that a person edits, and do what the edited file asks for.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        match: Only memories that have any of these words.
        tags: Only memories with all of these tags.
        limit: Most memories; those that matter most come first.
        """
        _at = _path("/v1/banks/{bank}/manifest", bank=self._bank)
        _query = {"userId": user_id, "match": match, "tags": tags, "limit": limit}
        return self._call("GET", _at, _query, None)

    def manifest_do(
        self,
        *,
        user_id: Optional[str] = None,
        text: Optional[str] = None,
        preview: Optional[bool] = None,
        match: Optional[str] = None,
        tags: Optional[list] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Write the bank as a file that a person edits, and do what the edited file asks for.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        text: Its text, instead of a path.
        preview: Only tell what the edited file would do, and which lines are bad.
        match: Only memories that have any of these words.
        tags: Only memories with all of these tags.
        limit: Most memories; those that matter most come first.
        """
        _at = _path("/v1/banks/{bank}/manifest", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"text": text, "preview": preview, "match": match, "tags": tags, "limit": limit})

    def forget(
        self,
        ids: Optional[list] = None,
        *,
        user_id: Optional[str] = None,
        kinds: Optional[list] = None,
        tags: Optional[list] = None,
        metadata: Optional[dict] = None,
        speaker: Optional[str] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        from_: Any = None,
        to: Any = None,
        reason: Optional[str] = None,
        cause: Optional[str] = None,
        cascade: Optional[bool] = None,
        preview: Optional[bool] = None,
    ) -> Any:
        """Take memories back; they can be restored.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        ids: The memories, as in m_01h5k0c2x9w7a.
        kinds: Only these kinds.
        tags: All of these tags.
        metadata: Only what has such metadata: {"ticket": "P-12", "priority": {"gte": 2}, "or":
            [{…}, {…}], "not": {…}}. Tests: eq, ne, in, gt, gte, lt, lte, exists.
        speaker: Only what this person said.
        session: Only this session.
        agent_id: Only what this agent took in.
        run_id: Only what is of this run.
        from_: Only what happened at or after this moment.
        to: Only what happened before this moment; a day is its whole day.
        reason: Why, for the journal.
        cause: Of what sort the reason is: user_requested, obsolete, adversarial_injection or
            semantic_cancer.
        cascade: Links between others that were read in it go, too; without, they stay on
            nobody’s word.
        preview: Only tell what a filter would forget.
        """
        _at = _path("/v1/banks/{bank}/memories/forget", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"ids": ids, "kinds": kinds, "tags": tags, "metadata": metadata, "speaker": speaker, "session": session, "agentId": agent_id, "runId": run_id, "from": from_, "to": to, "reason": reason, "cause": cause, "cascade": cascade, "preview": preview})

    def memories_delete(
        self,
        ids: list,
        *,
        user_id: Optional[str] = None,
        reason: Optional[str] = None,
        cause: Optional[str] = None,
        cascade: Optional[bool] = None,
    ) -> Any:
        """Take memories back; they can be restored.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        ids: The memories, as in m_01h5k0c2x9w7a.
        reason: Why, for the journal.
        cause: Of what sort the reason is: user_requested, obsolete, adversarial_injection or
            semantic_cancer.
        cascade: Links between others that were read in it go, too; without, they stay on
            nobody’s word.
        """
        _at = _path("/v1/banks/{bank}/memories/{ids}", bank=self._bank, ids=ids)
        _query = {"userId": user_id, "reason": reason, "cause": cause, "cascade": cascade}
        return self._call("DELETE", _at, _query, None)

    def undo(
        self,
        hash: str,
        *,
        user_id: Optional[str] = None,
        reason: Optional[str] = None,
        force: Optional[bool] = None,
    ) -> Any:
        """Undo one change, by its reversal hash, or bring forgotten memories back.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        hash: The reversal hash of the change, from its receipt or from `mneme log`; or the id
            of a memory that was forgotten.
        reason: Why, for the journal.
        force: Also where later changes touched the same records; what those made of them is
            lost, until this is undone.
        """
        _at = _path("/v1/banks/{bank}/log/{hash}/undo", bank=self._bank, hash=hash)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"reason": reason, "force": force})

    def memories_restore(
        self,
        ids: Optional[list] = None,
        *,
        user_id: Optional[str] = None,
        reason: Optional[str] = None,
        force: Optional[bool] = None,
    ) -> Any:
        """Undo one change, by its reversal hash, or bring forgotten memories back.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        ids: Forgotten memories to bring back, as in m_01h5k0c2x9w7a.
        reason: Why, for the journal.
        force: Also where later changes touched the same records; what those made of them is
            lost, until this is undone.
        """
        _at = _path("/v1/banks/{bank}/memories/restore", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"ids": ids, "reason": reason, "force": force})

    def diff(
        self,
        from_: Any,
        to: Any,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[str] = None,
    ) -> Any:
        """Show what became of the memories between two moments.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        from_: The earlier moment; a day is its beginning.
        to: The later moment; a day is its end.
        limit: Memories looked at for a page.
        cursor: `next` of the page before, with the same filter.
        after: The older name of `cursor`.
        """
        _at = _path("/v1/banks/{bank}/diff", bank=self._bank)
        _query = {"userId": user_id, "from": from_, "to": to, "limit": limit, "cursor": cursor, "after": after}
        return self._call("GET", _at, _query, None)

    def dream(
        self,
        *,
        user_id: Optional[str] = None,
        minutes: Optional[float] = None,
        changes: Optional[int] = None,
        megabytes: Optional[int] = None,
        schedule: Optional[str] = None,
        stop: Optional[bool] = None,
        settle: Optional[str] = None,
        parts: Optional[list] = None,
        night: Optional[str] = None,
    ) -> Any:
        """Put the memory in order for a while, and report what was done.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        minutes: It stops after so long; the next night goes on.
        changes: Most changes that it makes.
        megabytes: It stops when the process has grown by so much.
        schedule: Instead of dreaming now: when the bank is to dream by itself while a server
            has it open: off, idle, or a time of day such as 03:00.
        stop: Instead: end the night that is under way, in whatever process, after its change.
        settle: Instead: accept keeps what a night did; reject undoes it, the latest first.
        parts: With `settle`: reversal hashes of single changes; the whole night when left out.
        night: With `settle`: which night; the last one that changed anything when left out.
        """
        _at = _path("/v1/banks/{bank}/dreams", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"minutes": minutes, "changes": changes, "megabytes": megabytes, "schedule": schedule, "stop": stop, "settle": settle, "parts": parts, "night": night})

    def dream_report(
        self,
        *,
        user_id: Optional[str] = None,
        night: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[int] = None,
    ) -> Any:
        """Tell what the last night changed, and what it leaves to you.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        night: Which night; the last one that changed anything when left out.
        limit: Changes a page.
        before: `next` of the page before.
        """
        _at = _path("/v1/banks/{bank}/dreams/last", bank=self._bank)
        _query = {"userId": user_id, "night": night, "limit": limit, "before": before}
        return self._call("GET", _at, _query, None)

    def dreams_leave(
        self,
        *,
        user_id: Optional[str] = None,
        night: Optional[str] = None,
        limit: Optional[int] = None,
        before: Optional[int] = None,
        leave: Optional[list] = None,
    ) -> Any:
        """Tell what the last night changed, and what it leaves to you.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        night: Which night; the last one that changed anything when left out.
        limit: Changes a page.
        before: `next` of the page before.
        leave: The memories of a question that are to stay as they are; it is not asked again.
        """
        _at = _path("/v1/banks/{bank}/dreams/last", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"night": night, "limit": limit, "before": before, "leave": leave})

    def hierarchy(
        self,
        name: str,
        kind: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        direction: Optional[str] = None,
        relation: Optional[str] = None,
        likelihood: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """List what a thing is, or what is of it, the nearest first; or tell whether it is of a
        kind.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        name: Where to start: a name the bank knows, or an entity’s id.
        kind: What it may be a kind or a part of: whether it is.
        direction: What it is, or what is of it.
        relation: Which links count. Default: any; with a kind, is_a.
        likelihood: With a kind, also estimate how likely it is where nobody told it. Trains on
            the bank’s links at first use.
        limit: Most names to list.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/hierarchy", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"name": name, "kind": kind, "direction": direction, "relation": relation, "likelihood": likelihood, "limit": limit, "cursor": cursor})

    def graph(
        self,
        of: Optional[str] = None,
        to: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        hops: Optional[int] = None,
        families: Optional[list] = None,
        roles: Optional[list] = None,
        type: Optional[str] = None,
        alternatives: Optional[bool] = None,
        memories: Optional[bool] = None,
        limit: Optional[int] = None,
        mermaid: Optional[str] = None,
    ) -> Any:
        """Show what surrounds a thing, how two hang together, or the bank as a whole.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        of: Where to start: a memory’s id or citation, an entity’s name or id, or words that
            describe a memory. Default: the whole bank.
        to: Where to arrive: how the two hang together.
        hops: How far to walk: up to 3 links around something, default 1; on a way 6, default 4.
        families: Only these families of links.
        roles: Of these, only links of these roles, such as supersedes and derived_from.
        type: Of a way: causal, from causes to effects alone; semantic, by what is alike,
            related or of a kind; any link.
        alternatives: Also up to two other ways that share no step with the best.
        memories: Of the whole bank: whether memories are in it, beside people and things.
        limit: Most nodes: around something 200, default 20; of the whole bank default 200.
        mermaid: Draw it as a Mermaid flowchart: its neighbourhood; its lineage, how a memory
            came to be as it is; its causes or effects, as memories state them.
        """
        _at = _path("/v1/banks/{bank}/graph", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"of": of, "to": to, "hops": hops, "families": families, "roles": roles, "type": type, "alternatives": alternatives, "memories": memories, "limit": limit, "mermaid": mermaid})

    def graph_description(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell how the bank is doing and what waits for somebody.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/graph", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def cite(
        self,
        tags: list,
        *,
        user_id: Optional[str] = None,
        neighbours: Optional[bool] = None,
    ) -> Any:
        """Expand citations to the memories behind them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        tags: Citations as a context has them: [m_7wa4]. Ids do as well.
        neighbours: Also what each memory is linked to.
        """
        _at = _path("/v1/banks/{bank}/citations", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"tags": tags, "neighbours": neighbours})

    def reflect(
        self,
        about: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        since: Any = None,
        kinds: Optional[list] = None,
    ) -> Any:
        """Write observations, opinions and principles from what is remembered, each on named
        evidence.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        about: Only this person or thing, by name or id. Default: everything that changed.
        since: What was recorded at or after this moment. Default: what changed since the last
            reflection.
        kinds: Only these kinds.
        """
        _at = _path("/v1/banks/{bank}/reflect", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"about": about, "since": since, "kinds": kinds})

    def opinions(
        self,
        about: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        below: Optional[float] = None,
        revise: Optional[bool] = None,
        contradictions: Optional[int] = None,
        floor: Optional[float] = None,
        days: Optional[float] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """List opinions, the surest first; with --below or --revise, the least sure first.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        about: Only those that this person holds, or that are about this.
        below: Only those less sure than this, 0 to 1.
        revise: Only those to look at again: contradicted, unsure or old. The least sure first.
        contradictions: Contradicted: by so many memories against it.
        floor: Unsure: below this confidence, 0 to 1.
        days: Old: recorded so many days ago.
        limit: At most so many.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/opinions", bank=self._bank)
        _query = {"userId": user_id, "about": about, "below": below, "revise": revise, "contradictions": contradictions, "floor": floor, "days": days, "limit": limit, "cursor": cursor}
        return self._call("GET", _at, _query, None)

    def opinion_weigh(
        self,
        id: str,
        move: str,
        *,
        user_id: Optional[str] = None,
        evidence: Optional[list] = None,
        step: Optional[float] = None,
        reason: Optional[str] = None,
    ) -> Any:
        """Move an opinion by evidence: reinforce it, weaken it, or contradict it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The opinion, as in m_01h5k0c2x9w7a.
        move: One step up, one step down, or two down, as evidence that says the opposite does.
        evidence: The memories that speak for or against it; each moves it by one step, and once
            only.
        step: How far one step goes at a confidence of 0.5. Default: 0.1.
        reason: Why, for the journal.
        """
        _at = _path("/v1/banks/{bank}/opinions/{id}/weigh", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"move": move, "evidence": evidence, "step": step, "reason": reason})

    def goals(
        self,
        *,
        user_id: Optional[str] = None,
        all: Optional[bool] = None,
        as_of: Any = None,
        about: Optional[str] = None,
        order: Optional[str] = None,
    ) -> Any:
        """List goals: the bank’s tree or what is most urgent, and the plans that people told.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        all: Also those that are completed, abandoned, failed or removed.
        as_of: The tree as it was at that moment.
        about: Plans that were told of this matter. Default: all that is planned, open or due.
        order: Each before those that serve it, or what can be worked on first, by urgency.
        """
        _at = _path("/v1/banks/{bank}/goals", bank=self._bank)
        _query = {"userId": user_id, "all": all, "asOf": as_of, "about": about, "order": order}
        return self._call("GET", _at, _query, None)

    def goal_set(
        self,
        description: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        id: Optional[str] = None,
        level: Optional[str] = None,
        parent: Optional[str] = None,
        weight: Optional[float] = None,
        status: Optional[str] = None,
        priority: Optional[str] = None,
        deadline: Any = None,
        success_criteria: Optional[list] = None,
        depends_on: Optional[list] = None,
        blockers: Optional[list] = None,
        triggers: Optional[list] = None,
        needs: Optional[dict] = None,
        progress: Optional[float] = None,
        subgoals: Optional[list] = None,
        decompose: Optional[bool] = None,
        remove: Optional[bool] = None,
        subtree: Optional[bool] = None,
    ) -> Any:
        """Set a goal of the bank, change one, break it into steps, or remove it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        description: The goal in words, 3 to 500 characters. Needed for a new one.
        id: The goal to change. Default: a new one.
        level: How wide it is. Default: north_star for the first, strategic for later ones.
        parent: The goal it serves. Default: the north star.
        weight: What it counts in its level, above 0 to 1. Default: 1.
        status: How it stands. Default: active. Completed, abandoned and failed are final.
        priority: How pressing it is. Default: medium.
        deadline: Until when, a day with all of it; null takes it away.
        success_criteria: How one sees that it is reached.
        depends_on: Goals that must be completed first.
        blockers: What stands in the way.
        triggers: What brings it to mind: {"on":"time","at":…}, {"on":"event","event":…},
            {"on":"mention","words":…}.
        needs: What it takes: {"knowledge": [matters to know], "skills": […], "resources": […]}.
        progress: How far it is, 0 to 1.
        subgoals: Steps that serve it: {"description", "after"}, all in one change.
        decompose: Break it into steps: by the language model, else by the strategy for it.
        remove: Take it out of the tree, alone of all fields with `id`; the journal keeps it.
        subtree: With `remove`: the goals that serve it, too.
        """
        _at = _path("/v1/banks/{bank}/goals", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"description": description, "id": id, "level": level, "parent": parent, "weight": weight, "status": status, "priority": priority, "deadline": deadline, "successCriteria": success_criteria, "dependsOn": depends_on, "blockers": blockers, "triggers": triggers, "needs": needs, "progress": progress, "subgoals": subgoals, "decompose": decompose, "remove": remove, "subtree": subtree})

    def goals_trigger(
        self,
        *,
        user_id: Optional[str] = None,
        all: Optional[bool] = None,
        as_of: Any = None,
        about: Optional[str] = None,
        order: Optional[str] = None,
        due: Optional[bool] = None,
        event: Optional[str] = None,
        mention: Optional[str] = None,
    ) -> Any:
        """List goals: the bank’s tree or what is most urgent, and the plans that people told.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        all: Also those that are completed, abandoned, failed or removed.
        as_of: The tree as it was at that moment.
        about: Plans that were told of this matter. Default: all that is planned, open or due.
        order: Each before those that serve it, or what can be worked on first, by urgency.
        due: Only the goals whose moment has come. Each trigger goes off once.
        event: Only those that something that happened brings up.
        mention: Only those that something that was said brings up.
        """
        _at = _path("/v1/banks/{bank}/goals/trigger", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"all": all, "asOf": as_of, "about": about, "order": order, "due": due, "event": event, "mention": mention})

    def goal_plan(
        self,
        id: str,
        description: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        level: Optional[str] = None,
        parent: Optional[str] = None,
        weight: Optional[float] = None,
        status: Optional[str] = None,
        priority: Optional[str] = None,
        deadline: Any = None,
        success_criteria: Optional[list] = None,
        depends_on: Optional[list] = None,
        blockers: Optional[list] = None,
        triggers: Optional[list] = None,
        needs: Optional[dict] = None,
        progress: Optional[float] = None,
        subgoals: Optional[list] = None,
        decompose: Optional[bool] = None,
        remove: Optional[bool] = None,
        subtree: Optional[bool] = None,
    ) -> Any:
        """Set a goal of the bank, change one, break it into steps, or remove it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The goal to change. Default: a new one.
        description: The goal in words, 3 to 500 characters. Needed for a new one.
        level: How wide it is. Default: north_star for the first, strategic for later ones.
        parent: The goal it serves. Default: the north star.
        weight: What it counts in its level, above 0 to 1. Default: 1.
        status: How it stands. Default: active. Completed, abandoned and failed are final.
        priority: How pressing it is. Default: medium.
        deadline: Until when, a day with all of it; null takes it away.
        success_criteria: How one sees that it is reached.
        depends_on: Goals that must be completed first.
        blockers: What stands in the way.
        triggers: What brings it to mind: {"on":"time","at":…}, {"on":"event","event":…},
            {"on":"mention","words":…}.
        needs: What it takes: {"knowledge": [matters to know], "skills": […], "resources": […]}.
        progress: How far it is, 0 to 1.
        subgoals: Steps that serve it: {"description", "after"}, all in one change.
        decompose: Break it into steps: by the language model, else by the strategy for it.
        remove: Take it out of the tree, alone of all fields with `id`; the journal keeps it.
        subtree: With `remove`: the goals that serve it, too.
        """
        _at = _path("/v1/banks/{bank}/goals/{id}/plan", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"description": description, "level": level, "parent": parent, "weight": weight, "status": status, "priority": priority, "deadline": deadline, "successCriteria": success_criteria, "dependsOn": depends_on, "blockers": blockers, "triggers": triggers, "needs": needs, "progress": progress, "subgoals": subgoals, "decompose": decompose, "remove": remove, "subtree": subtree})

    def goal_remove(
        self,
        id: str,
        description: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        level: Optional[str] = None,
        parent: Optional[str] = None,
        weight: Optional[float] = None,
        status: Optional[str] = None,
        priority: Optional[str] = None,
        deadline: Any = None,
        success_criteria: Optional[list] = None,
        depends_on: Optional[list] = None,
        blockers: Optional[list] = None,
        triggers: Optional[list] = None,
        needs: Optional[dict] = None,
        progress: Optional[float] = None,
        subgoals: Optional[list] = None,
        decompose: Optional[bool] = None,
        subtree: Optional[bool] = None,
    ) -> Any:
        """Set a goal of the bank, change one, break it into steps, or remove it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The goal to change. Default: a new one.
        description: The goal in words, 3 to 500 characters. Needed for a new one.
        level: How wide it is. Default: north_star for the first, strategic for later ones.
        parent: The goal it serves. Default: the north star.
        weight: What it counts in its level, above 0 to 1. Default: 1.
        status: How it stands. Default: active. Completed, abandoned and failed are final.
        priority: How pressing it is. Default: medium.
        deadline: Until when, a day with all of it; null takes it away.
        success_criteria: How one sees that it is reached.
        depends_on: Goals that must be completed first.
        blockers: What stands in the way.
        triggers: What brings it to mind: {"on":"time","at":…}, {"on":"event","event":…},
            {"on":"mention","words":…}.
        needs: What it takes: {"knowledge": [matters to know], "skills": […], "resources": […]}.
        progress: How far it is, 0 to 1.
        subgoals: Steps that serve it: {"description", "after"}, all in one change.
        decompose: Break it into steps: by the language model, else by the strategy for it.
        subtree: With `remove`: the goals that serve it, too.
        """
        _at = _path("/v1/banks/{bank}/goals/{id}", bank=self._bank, id=id)
        _query = {"userId": user_id, "description": description, "level": level, "parent": parent, "weight": weight, "status": status, "priority": priority, "deadline": deadline, "successCriteria": success_criteria, "dependsOn": depends_on, "blockers": blockers, "triggers": triggers, "needs": needs, "progress": progress, "subgoals": subgoals, "decompose": decompose, "subtree": subtree}
        return self._call("DELETE", _at, _query, None)

    def world(
        self,
        domain: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """List the rules of the world that were learned, or find the way to a goal by them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        domain: Only of this field; of a way: general without one.
        """
        _at = _path("/v1/banks/{bank}/world", bank=self._bank)
        _query = {"userId": user_id, "domain": domain}
        return self._call("GET", _at, _query, None)

    def world_way(
        self,
        domain: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        goal: Optional[list] = None,
        actions: Optional[list] = None,
        context: Optional[list] = None,
        avoid: Optional[list] = None,
        tried: Optional[list] = None,
        horizon: Optional[int] = None,
        step_cost: Optional[float] = None,
        curiosity: Optional[float] = None,
        ended: Optional[float] = None,
    ) -> Any:
        """List the rules of the world that were learned, or find the way to a goal by them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        domain: Only of this field; of a way: general without one.
        goal: What is to hold in the end, all of it: the way to it is told, and no rules.
        actions: What can be done. Default: the 20 actions of the field that were seen most.
        context: What holds now.
        avoid: What must not come; each of it alone ends all hope.
        tried: Actions that were refused in this case, with what held then: {"action",
            "context"}. They are proposed again only where what was added since makes a
            difference.
        horizon: Actions a plan has at most.
        step_cost: What an action costs, where reaching the goal is worth 1.
        curiosity: What an outcome nobody has seen yet is hoped to be worth, 0 to 1; above 0 it
            is learned faster, at some risk.
        ended: What an end that was to be avoided is worth beside no end at all, 0 to 1.
        """
        _at = _path("/v1/banks/{bank}/world/plan", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"domain": domain, "goal": goal, "actions": actions, "context": context, "avoid": avoid, "tried": tried, "horizon": horizon, "stepCost": step_cost, "curiosity": curiosity, "ended": ended})

    def learn(
        self,
        trajectories: Optional[list] = None,
        *,
        user_id: Optional[str] = None,
        domain: Optional[str] = None,
    ) -> Any:
        """Learn strategies from runs: JSON or JSONL, one run or many.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        trajectories: The runs themselves, instead of a file.
        domain: The field of runs that name none. Default: general.
        """
        _at = _path("/v1/banks/{bank}/runs", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"trajectories": trajectories, "domain": domain})

    def strategies(
        self,
        task: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        domain: Optional[str] = None,
        level: Optional[str] = None,
        about: Optional[str] = None,
        context: Optional[list] = None,
        difficulty: Optional[str] = None,
        facts: Optional[list] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Find the strategy for a task, or list all.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        task: What is to be done, in words. Default: all strategies are listed.
        domain: Only of this field, and those that hold everywhere.
        level: Only of this level.
        about: What to recall facts on. Default: the task.
        context: What holds now, in short texts.
        difficulty: How hard it looks.
        facts: What holds beside what is recalled; a strategy whose conditions this violates is
            left out.
        limit: At most so many. Default: 1 for a task, 50 for a list.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/strategies/search", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"task": task, "domain": domain, "level": level, "about": about, "context": context, "difficulty": difficulty, "facts": facts, "limit": limit, "cursor": cursor})

    def strategy_outcome(
        self,
        id: str,
        success: bool,
        task: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        failure_mode: Optional[str] = None,
        pattern: Optional[dict] = None,
    ) -> Any:
        """Say whether a strategy worked, and for what.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The strategy, as in s_01h5k0c2x9w7a.
        task: What it was used for; kept as an experience.
        success: Whether it worked.
        failure_mode: How it failed, in few words.
        pattern: What using it showed of the world: {"text", "confidence"}.
        """
        _at = _path("/v1/banks/{bank}/strategies/{id}/outcomes", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"task": task, "success": success, "failureMode": failure_mode, "pattern": pattern})

    def foretell(
        self,
        actions: Optional[list] = None,
        *,
        user_id: Optional[str] = None,
        context: Optional[list] = None,
        complete: Optional[bool] = None,
        domain: Optional[str] = None,
        facts: Optional[list] = None,
        about: Optional[str] = None,
        difficulty: Optional[str] = None,
        required: Optional[float] = None,
        keep: Optional[bool] = None,
        goal: Optional[str] = None,
        entity: Optional[str] = None,
        at: Any = None,
    ) -> Any:
        """Foretell how something will go, by what is known of doing it, and whether to do it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        actions: What would be done, in order.
        context: What holds before.
        complete: Whether the context is all that holds. If not, what it leaves open counts as
            unknown, and “not x” in it says that x does not hold.
        domain: The field.
        facts: What is known in words, with how sure it is; conditions that the context leaves
            open are read off them.
        about: What to recall facts on. Default: the actions, and what their outcome hangs on.
        difficulty: How hard it looks.
        required: The rate of success that is needed, 0 to 1.
        keep: Keep it as a prediction of the last action, which leans on the facts that decided.
        goal: What stands between now and this goal.
        entity: What this user, system or service will do next.
        at: Of a goal or an entity: at which moment. Default: now.
        """
        _at = _path("/v1/banks/{bank}/world/foretell", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"actions": actions, "context": context, "complete": complete, "domain": domain, "facts": facts, "about": about, "difficulty": difficulty, "required": required, "keep": keep, "goal": goal, "entity": entity, "at": at})

    def observe(
        self,
        query: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        status: Optional[str] = None,
        failure_reason: Optional[str] = None,
        entities: Optional[list] = None,
        preferences: Optional[list] = None,
        pattern: Optional[dict] = None,
        strategy: Optional[str] = None,
        capability: Optional[str] = None,
        domain: Optional[str] = None,
        difficulty: Optional[str] = None,
        predicted: Optional[float] = None,
        steps: Optional[float] = None,
        tokens: Optional[float] = None,
        seconds: Optional[float] = None,
        predictions: Optional[list] = None,
        trajectory: Optional[dict] = None,
        goal: Optional[dict] = None,
        transition: Optional[dict] = None,
        prediction: Optional[dict] = None,
        task: Optional[dict] = None,
        doing: Optional[dict] = None,
    ) -> Any:
        """Take in how something went: an interaction, an action, a task, a prediction, what
        somebody did.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: What was asked for.
        status: How it ended. A partial success counts as one.
        failure_reason: Why it failed, in few words.
        entities: Whom and what it was about.
        preferences: Preferences that showed: {"topic", "statement", "confirms"}.
        pattern: What it showed of the world; a fact from a confidence above 0.9 on.
        strategy: The strategy that was used.
        capability: What it took, as in "sql queries".
        domain: The field. Default: that of the strategy, else general.
        difficulty: How hard it was.
        predicted: The chance of success that was told before, 0 to 1.
        steps: Steps it took.
        tokens: Tokens it took.
        seconds: Seconds it took.
        predictions: Predictions that were made: {"id", "state"} or {"id", "came"}. Default of
            came: whether it succeeded.
        trajectory: The run: {"steps"}; its outcome is that of the interaction.
        goal: The goal it served: {"id", "progress"}.
        transition: What an action led to: {"action", "context", "state", "domain"}.
        prediction: What became of a prediction: {"id", "state"} or {"id", "came"}.
        task: How a task went: {"capability", "success", "difficulty", …}.
        doing: What somebody did: {"entity", "doing"}.
        """
        _at = _path("/v1/banks/{bank}/world/observations", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "status": status, "failureReason": failure_reason, "entities": entities, "preferences": preferences, "pattern": pattern, "strategy": strategy, "capability": capability, "domain": domain, "difficulty": difficulty, "predicted": predicted, "steps": steps, "tokens": tokens, "seconds": seconds, "predictions": predictions, "trajectory": trajectory, "goal": goal, "transition": transition, "prediction": prediction, "task": task, "doing": doing})

    def goal_pursue(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        outcomes: Optional[list] = None,
        domain: Optional[str] = None,
    ) -> Any:
        """Go on with a goal: take in how its steps went, and tell which are free.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The goal, as in g_01h5k0c2x9w7a.
        outcomes: Steps that were worked on since, and whether they were reached: {"goal",
            "success"}.
        domain: The field of the steps.
        """
        _at = _path("/v1/banks/{bank}/goals/{id}/pursuit", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"outcomes": outcomes, "domain": domain})

    def synthesise(
        self,
        query: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        context: Optional[list] = None,
        domain: Optional[str] = None,
        paradigms: Optional[list] = None,
        limit: Optional[int] = None,
        breadth: Optional[int] = None,
        budgets: Optional[dict] = None,
        prepare: Optional[bool] = None,
        about: Optional[str] = None,
        facts: Optional[list] = None,
        difficulty: Optional[str] = None,
        conflict: Optional[str] = None,
        fact: Optional[str] = None,
        other: Optional[str] = None,
        belief: Optional[str] = None,
        evidence: Optional[str] = None,
        prediction: Optional[str] = None,
        strategy: Optional[str] = None,
        goal: Optional[str] = None,
    ) -> Any:
        """Answer from all paradigms: facts, preferences, strategies, forecasts, goals,
        competence.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: What is asked.
        context: What holds now, in short texts.
        domain: The field.
        paradigms: Only these. Default: those that the question leads to.
        limit: At most so many facts, strategies and goals.
        breadth: The former name of limit.
        budgets: Milliseconds that each part may take: {"declarative": 50, "all": 250}; what is
            not named has its usual limit. With it, limits are kept: what there is no time for
            is left out, and told. Without it they are only compared with.
        prepare: It is a task to be made ready: the best strategy, advice, a prediction.
        about: What to recall facts on. Default: the task.
        facts: Facts beside those that are recalled.
        difficulty: How hard it looks.
        conflict: What disagrees: fact_prediction, strategy_competence, goal_fact, strategies,
            uncertain_prediction, belief_evidence, facts.
        fact: The fact, as in m_01h5k0c2x9w7a.
        other: The other fact.
        belief: The opinion.
        evidence: The memory that speaks against it.
        prediction: The prediction, as in p_01h5k0c2x9w7a.
        strategy: The strategy, as in s_01h5k0c2x9w7a.
        goal: The goal, as in g_01h5k0c2x9w7a.
        """
        _at = _path("/v1/banks/{bank}/synthesis", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "context": context, "domain": domain, "paradigms": paradigms, "limit": limit, "breadth": breadth, "budgets": budgets, "prepare": prepare, "about": about, "facts": facts, "difficulty": difficulty, "conflict": conflict, "fact": fact, "other": other, "belief": belief, "evidence": evidence, "prediction": prediction, "strategy": strategy, "goal": goal})

    def worth(
        self,
        content: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        id: Optional[str] = None,
        speaker: Optional[str] = None,
        session: Optional[str] = None,
        kind: Optional[str] = None,
        confidence: Optional[float] = None,
        source: Optional[str] = None,
    ) -> Any:
        """Tell what it would be worth to keep a text, or is worth that one is kept.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        content: A text that might be kept. Nothing is written.
        id: Instead of a text: a memory that is there.
        speaker: Who said or wrote it.
        session: The conversation, document or task it belongs to.
        kind: What sort of memory it is. Default: experience for a turn of a session, else fact.
        confidence: How sure it is, 0 to 1. Default: by its source.
        source: Who hands it over. Default: user.
        """
        _at = _path("/v1/banks/{bank}/worth", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"content": content, "id": id, "speaker": speaker, "session": session, "kind": kind, "confidence": confidence, "source": source})

    def status(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell how the bank is doing and what waits for somebody.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/status", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def advise(
        self,
        goal: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        session: Optional[str] = None,
        max_steps: Optional[int] = None,
    ) -> Any:
        """Turn a goal into operations to call, in order; or tell how to use this memory.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        goal: What is to be found out or done, 10 to 500 characters. Default: how to use this
            memory, and what waits in it.
        session: The session it is asked in: “she” and “that project” are read by what was noted
            of it.
        max_steps: Most steps.
        """
        _at = _path("/v1/banks/{bank}/advice", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"goal": goal, "session": session, "maxSteps": max_steps})

    def check(
        self,
        text: str,
        *,
        user_id: Optional[str] = None,
        memories: Optional[list] = None,
        min_confidence: Optional[float] = None,
    ) -> Any:
        """Hold each sentence of a text against what the bank was told.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        text: What you mean to say, 1 to 10,000 characters, in plain sentences.
        memories: Only held against these notes, and against those read off these memories.
        min_confidence: Least confidence of what counts, 0 to 1.
        """
        _at = _path("/v1/banks/{bank}/check", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"text": text, "memories": memories, "minConfidence": min_confidence})

    def context(
        self,
        query: str,
        *,
        user_id: Optional[str] = None,
        max_tokens: Optional[int] = None,
        mode: Optional[str] = None,
        verbosity: Optional[int] = None,
        whole: Optional[bool] = None,
        priority: Optional[str] = None,
        speaker: Optional[str] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        tags: Optional[list] = None,
        metadata: Optional[dict] = None,
        about: Optional[str] = None,
        aspect: Optional[str] = None,
        type: Optional[str] = None,
        status: Optional[str] = None,
        reader: Optional[str] = None,
        within: Optional[dict] = None,
        now: Any = None,
        exclude: Optional[list] = None,
        except_session: Optional[str] = None,
        except_since: Any = None,
        delta: Optional[str] = None,
        precision: Optional[str] = None,
        min_probability: Optional[float] = None,
        pulse: Optional[bool] = None,
        offer: Optional[list] = None,
    ) -> Any:
        """Recall what bears on a task, as one text under a token budget.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: The question, task or topic at hand, 1 to 4,096 characters.
        max_tokens: Most tokens the text may take.
        mode: raw: whole memories; structured: the passages that bear on it, by day; narrative:
            the same as sentences; code_focused: code first; auto: raw where all of it fits,
            else distilled.
        verbosity: 0: first words and ids; 1: texts with who and when; 2: also why, how sure,
            and what speaks against it.
        whole: Whether raw text has all of a long memory; if not, the passage of it that
            answers.
        priority: How hard to look where recall is not sure: high widens the search once,
            critical three times; low looks at fewer memories.
        speaker: Only what this person said.
        session: Only this session.
        agent_id: Only what this agent took in.
        run_id: Only what is of this run.
        tags: All of these tags.
        metadata: Only what has such metadata: {"ticket": "P-12", "priority": {"gte": 2}, "or":
            [{…}, {…}], "not": {…}}. Tests: eq, ne, in, gt, gte, lt, lte, exists.
        about: Only notes about this subject, by its name.
        aspect: Only notes on this aspect of their subject: home, dose.
        type: Only notes of this type.
        status: Only notes that say so: planned, ended, denied …
        reader: Only notes that this reader wrote: agent, a program.
        within: The conversation that “she”, “it”, “there” or “that project” refer to.
        now: The moment the question is asked. Default: the clock. An offset tells whose day it
            is.
        exclude: Memories the caller has already.
        except_session: Nothing of this session: the model has its words before it.
        except_since: With exceptSession: only what was said in it from this moment on is left
            out, as after its earlier part was summarised.
        delta: The conversation that gets it: what it was given before is named, not sent again;
            session clear forgets what it was given.
        precision: high: only what bears on the question, and nothing where nothing does;
            normal: the best there is.
        min_probability: Least chance that a result answers the question; what has less is left
            out.
        pulse: Whether a last line tells how mixed and how coherent what was found is, where
            there is room.
        offer: What its reader can be told to do next, by the names of operations and tools;
            default: every one.
        """
        _at = _path("/v1/banks/{bank}/context", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "maxTokens": max_tokens, "mode": mode, "verbosity": verbosity, "whole": whole, "priority": priority, "speaker": speaker, "session": session, "agentId": agent_id, "runId": run_id, "tags": tags, "metadata": metadata, "about": about, "aspect": aspect, "type": type, "status": status, "reader": reader, "within": within, "now": now, "exclude": exclude, "exceptSession": except_session, "exceptSince": except_since, "delta": delta, "precision": precision, "minProbability": min_probability, "pulse": pulse, "offer": offer})

    def brief(
        self,
        about: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        project: Optional[str] = None,
        except_session: Optional[str] = None,
        max_tokens: Optional[int] = None,
    ) -> Any:
        """What to know before a session begins, as one text under a token budget.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        about: What the session is about: a person, a matter, a task. Then the brief is of that.
        project: What is last is of this project: memories whose metadata has it as `project`.
            Default: of all.
        except_session: Nothing of this session.
        max_tokens: Most tokens the text may take.
        """
        _at = _path("/v1/banks/{bank}/brief", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"about": about, "project": project, "exceptSession": except_session, "maxTokens": max_tokens})

    def session(
        self,
        session: str,
        *,
        user_id: Optional[str] = None,
        agent: Optional[str] = None,
        tags: Optional[list] = None,
    ) -> Any:
        """Show what a session has in mind, note more of it, or forget it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        session: The session, by the caller’s own name for it.
        agent: The agent whose own notes are meant: also the notes that it may see are shown.
        tags: Words to find the note by; without a note, only notes that have all of them.
        """
        _at = _path("/v1/banks/{bank}/sessions/{session}", bank=self._bank, session=session)
        _query = {"userId": user_id, "agent": agent, "tags": tags}
        return self._call("GET", _at, _query, None)

    def session_forget(
        self,
        session: str,
        *,
        user_id: Optional[str] = None,
        agent: Optional[str] = None,
        tags: Optional[list] = None,
    ) -> Any:
        """Show what a session has in mind, note more of it, or forget it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        session: The session, by the caller’s own name for it.
        agent: The agent whose own notes are meant: also the notes that it may see are shown.
        tags: Words to find the note by; without a note, only notes that have all of them.
        """
        _at = _path("/v1/banks/{bank}/sessions/{session}", bank=self._bank, session=session)
        _query = {"userId": user_id, "agent": agent, "tags": tags}
        return self._call("DELETE", _at, _query, None)

    def session_write(
        self,
        session: str,
        text: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        speaker: Optional[str] = None,
        event: Optional[str] = None,
        task: Optional[str] = None,
        phase: Optional[str] = None,
        agent: Optional[str] = None,
        keep: Optional[str] = None,
        privacy: Optional[str] = None,
        tags: Optional[list] = None,
    ) -> Any:
        """Show what a session has in mind, note more of it, or forget it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        session: The session, by the caller’s own name for it.
        text: What was said: the next turn of the conversation.
        speaker: Who said it.
        event: Something that happened: "the tests pass".
        task: What is being worked on; an empty text ends it.
        phase: How far it is: "planning", "review"; an empty text ends it.
        agent: The agent whose own notes are meant: also the notes that it may see are shown.
        keep: A note that the agent keeps for the length of the session.
        privacy: private: for this agent alone, the default; team: for every agent of the
            session.
        tags: Words to find the note by; without a note, only notes that have all of them.
        """
        _at = _path("/v1/banks/{bank}/sessions/{session}/notes", bank=self._bank, session=session)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"text": text, "speaker": speaker, "event": event, "task": task, "phase": phase, "agent": agent, "keep": keep, "privacy": privacy, "tags": tags})

    def dialogue(
        self,
        *,
        user_id: Optional[str] = None,
        session: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Tell what is kept of conversations: turns, what the next one gets, what earlier ones
        hold.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        session: Only of this conversation.
        limit: At most so many, the latest first.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/dialogue/turns", bank=self._bank)
        _query = {"userId": user_id, "session": session, "limit": limit, "cursor": cursor}
        return self._call("GET", _at, _query, None)

    def dialogue_turn(
        self,
        session: str,
        query: str,
        answers: list,
        *,
        user_id: Optional[str] = None,
        mapper: Optional[str] = None,
    ) -> Any:
        """Map what several models said to one query, or one, and keep the map.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        session: The conversation, by a name of your own.
        query: What the models were asked.
        answers: What each model said. Failures may be among them.
        mapper: Who maps the answers. Default: the language model where one is configured.
        """
        _at = _path("/v1/banks/{bank}/dialogue/turns", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"session": session, "query": query, "answers": answers, "mapper": mapper})

    def dialogue_shown(
        self,
        turn: str,
        *,
        user_id: Optional[str] = None,
        session: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        query: Optional[str] = None,
        max_tokens: Optional[int] = None,
        except_: Optional[str] = None,
    ) -> Any:
        """Tell what is kept of conversations: turns, what the next one gets, what earlier ones
        hold.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        turn: One turn, as in x_01h5k0c2x9w7a: all of it.
        session: Only of this conversation.
        limit: At most so many, the latest first.
        cursor: `next` of the page before, with the same filter.
        query: What is asked now: what earlier conversations hold for it.
        max_tokens: The budget of the text, in tokens.
        except_: A conversation to leave out: mostly the running one.
        """
        _at = _path("/v1/banks/{bank}/dialogue/turns/{turn}", bank=self._bank, turn=turn)
        _query = {"userId": user_id, "session": session, "limit": limit, "cursor": cursor, "query": query, "maxTokens": max_tokens, "except": except_}
        return self._call("GET", _at, _query, None)

    def dialogue_asked(
        self,
        *,
        user_id: Optional[str] = None,
        session: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        turn: Optional[str] = None,
        query: Optional[str] = None,
        max_tokens: Optional[int] = None,
        except_: Optional[str] = None,
    ) -> Any:
        """Tell what is kept of conversations: turns, what the next one gets, what earlier ones
        hold.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        session: Only of this conversation.
        limit: At most so many, the latest first.
        cursor: `next` of the page before, with the same filter.
        turn: One turn, as in x_01h5k0c2x9w7a: all of it.
        query: What is asked now: what earlier conversations hold for it.
        max_tokens: The budget of the text, in tokens.
        except_: A conversation to leave out: mostly the running one.
        """
        _at = _path("/v1/banks/{bank}/dialogue/history", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"session": session, "limit": limit, "cursor": cursor, "turn": turn, "query": query, "maxTokens": max_tokens, "except": except_})

    def dialogue_stage(
        self,
        turn: str,
        stage: str,
        *,
        user_id: Optional[str] = None,
        output: Optional[dict] = None,
    ) -> Any:
        """Run a stage on a turn: understand, decide, refiner, antagonist.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        turn: The turn, as in x_01h5k0c2x9w7a.
        stage: understand makes a frame, decide a verdict; refiner and antagonist look at what
            there is.
        output: What a model of your own made; without it the configured language model is
            asked, or the prompt for yours is given.
        """
        _at = _path("/v1/banks/{bank}/dialogue/turns/{turn}/stages", bank=self._bank, turn=turn)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"stage": stage, "output": output})

    def dialogue_curate(
        self,
        turn: str,
        *,
        user_id: Optional[str] = None,
        add: Optional[list] = None,
        remove: Optional[list] = None,
        modify: Optional[list] = None,
        elevate: Optional[list] = None,
        topology: Optional[str] = None,
        ghost: Any = None,
        seen: Optional[int] = None,
    ) -> Any:
        """Edit a turn’s map: add, remove, modify, elevate, override.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        turn: The turn, as in x_01h5k0c2x9w7a.
        add: Claims that no model made.
        remove: Claims to take out, and why.
        modify: Claims to put right; what is not named stays.
        elevate: Claims that matter most.
        topology: How the claims lie, if not as the map says.
        ghost: The question that nobody answered; null when there is none.
        seen: How many edits of the turn you have seen; refused when somebody edited it since.
        """
        _at = _path("/v1/banks/{bank}/dialogue/turns/{turn}/edits", bank=self._bank, turn=turn)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"add": add, "remove": remove, "modify": modify, "elevate": elevate, "topology": topology, "ghost": ghost, "seen": seen})

    def dialogue_preferences(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell what your edits say of you, set one by hand, or switch steering off.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/dialogue/preferences", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def dialogue_prefer(
        self,
        aspect: Optional[str] = None,
        name: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        weight: Optional[float] = None,
        forget: Optional[bool] = None,
        steering: Optional[str] = None,
    ) -> Any:
        """Tell what your edits say of you, set one by hand, or switch steering off.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        aspect: What it is a preference of.
        name: Which one: cost, warnings …
        weight: -1 never, 1 always.
        forget: Forget what was counted of it, and what was set.
        steering: Whether preferences steer anything.
        """
        _at = _path("/v1/banks/{bank}/dialogue/preferences", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"aspect": aspect, "name": name, "weight": weight, "forget": forget, "steering": steering})

    def timeline(
        self,
        *,
        user_id: Optional[str] = None,
        clock: Optional[str] = None,
        from_: Any = None,
        to: Any = None,
        as_of: Any = None,
        kinds: Optional[list] = None,
        speaker: Optional[str] = None,
        buckets: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[str] = None,
    ) -> Any:
        """Show how memories lie in time, and the newest of them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        clock: occurred: when it happened or was true; recorded: when the bank learned it.
        from_: Only at or after this moment, by that clock.
        to: Only before this moment, by that clock; a day is its whole day.
        as_of: What the bank held at that moment. Default: now.
        kinds: Only these kinds.
        speaker: Only what this person said.
        buckets: Stretches of equal length that are counted.
        limit: Memories a page, newest first.
        cursor: `next` of the page before, with the same filter.
        after: The older name of `cursor`.
        """
        _at = _path("/v1/banks/{bank}/timeline", bank=self._bank)
        _query = {"userId": user_id, "clock": clock, "from": from_, "to": to, "asOf": as_of, "kinds": kinds, "speaker": speaker, "buckets": buckets, "limit": limit, "cursor": cursor, "after": after}
        return self._call("GET", _at, _query, None)

    def about(
        self,
        about: str,
        *,
        user_id: Optional[str] = None,
        as_of: Any = None,
        recent: Optional[int] = None,
    ) -> Any:
        """Tell what is held of a person or a thing, now and before.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        about: Somebody or something: a name, or an entity’s id.
        as_of: What the bank held at that moment. Default: now.
        recent: Most notes on others that mention it, and most unread memories that name it,
            newest first.
        """
        _at = _path("/v1/banks/{bank}/entities/about", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"about": about, "asOf": as_of, "recent": recent})

    def entities(
        self,
        match: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        types: Optional[list] = None,
        order: Optional[str] = None,
        name: Optional[str] = None,
        near: Optional[list] = None,
        at: Any = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[int] = None,
    ) -> Any:
        """List the people, places and things the bank knows; or tell which of them a name
        means.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        match: Only those with a name that begins so, or has a word that does.
        types: Only these types.
        order: links: most linked first; name; newest: met last first.
        name: A name as it was met: which of them it means.
        near: Names that were met beside it.
        at: When it was met.
        limit: Most of them.
        cursor: `next` of the page before, with the same filter.
        after: So many are passed over; the older way, which may skip some while the bank
            changes.
        """
        _at = _path("/v1/banks/{bank}/entities", bank=self._bank)
        _query = {"userId": user_id, "match": match, "types": types, "order": order, "name": name, "near": near, "at": at, "limit": limit, "cursor": cursor, "after": after}
        return self._call("GET", _at, _query, None)

    def import_(
        self,
        path: str,
        data: Union[str, bytes],
        *,
        user_id: Optional[str] = None,
        format: Optional[str] = None,
        from_: Optional[str] = None,
        skip_bad: Optional[bool] = None,
        origin: Optional[str] = None,
        source: Optional[str] = None,
        settings: Optional[bool] = None,
        sample: Optional[str] = None,
    ) -> Any:
        """Take a file or a folder into memory: chats, mail, notes, tables, other memories’
        exports, plain text.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        path: The file or folder; - for standard input.
        format: How to read it. Default: told from its name and first lines.
        from_: The memory or program it comes from: another word for format.
        skip_bad: Go on after lines that cannot be read.
        origin: The name that provenance carries. Default: the file’s name.
        source: Who the entries come from, where they do not say it: user, agent, tool or web.
            Default: user.
        settings: Of a bank’s export, take its settings, too: how it is guarded, what it takes
            out, how it reflects.
        sample: The one sample to read of a data set that holds several.
        """
        _at = _path("/v1/banks/{bank}/import", bank=self._bank)
        _query = {"userId": user_id, "path": path, "format": format, "from": from_, "skipBad": skip_bad, "origin": origin, "source": source, "settings": settings, "sample": sample}
        return self._finished(*self._send("POST", _at, _query, data, "application/octet-stream"))

    def banks(
        self,
        *,
        user_id: Optional[str] = None,
        of: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """List the banks of the file: how much each holds, and its policy.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        of: Only this bank and those of its users.
        limit: Banks a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/file", bank=self._bank)
        _query = {"userId": user_id, "of": of, "limit": limit, "cursor": cursor}
        return self._call("GET", _at, _query, None)

    def bank_delete(
        self,
        name: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        reason: Optional[str] = None,
        now: Optional[bool] = None,
        yes: Optional[bool] = None,
        restore: Optional[bool] = None,
    ) -> Any:
        """Delete a bank with all its users, or bring it back within 30 days.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        name: The bank. Default: the one in use.
        reason: Why.
        now: Gone at once and for good, instead of in 30 days; needs yes.
        yes: With now: it is meant.
        restore: Bring a deleted bank back instead, as it was, with its past and its users.
        """
        _at = _path("/v1/banks/{bank}/bank-deletions", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"name": name, "reason": reason, "now": now, "yes": yes, "restore": restore})

    def reindex(
        self,
        *,
        user_id: Optional[str] = None,
        embedder: Optional[str] = None,
    ) -> Any:
        """Fill the bank by another encoder, or make the vectors that are missing.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        embedder: By which encoder. Default: the configured one, else the built-in one.
        """
        _at = _path("/v1/banks/{bank}/reindex", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"embedder": embedder})

    def stats(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell what the bank holds.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/stats", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def doctor(
        self,
        *,
        user_id: Optional[str] = None,
        rebuild: Optional[bool] = None,
    ) -> Any:
        """Check the file; rebuild what is derived.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        rebuild: Make every derived part anew.
        """
        _at = _path("/v1/banks/{bank}/doctor", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"rebuild": rebuild})

    def test(
        self,
        *,
        user_id: Optional[str] = None,
        now: Any = None,
        fixture: Optional[list] = None,
        cases: Optional[list] = None,
        pin: Optional[str] = None,
        name: Optional[str] = None,
        best: Optional[int] = None,
        as_of: Any = None,
        times: Optional[int] = None,
        against: Optional[dict] = None,
        mutants: Optional[int] = None,
    ) -> Any:
        """Ask questions of the bank and check what comes back.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        now: The moment all questions are asked, where a case says no other. Default: the clock.
        fixture: Memories of a bank of its own, which the cases are asked of instead.
        cases: Questions with what must be true of the answers, as JSON.
        pin: A question: a case is made of what it gets today, told, and asked with the others.
        name: What the pinned case is called. Default: its question.
        best: So many of the best results must come back from now on. Default: the first, where
            the bank takes the answer for known.
        as_of: The pinned case is answered from what the bank held then.
        times: How often each case is asked; one that comes out differently is flaky.
        against: An earlier report: what changed since is told.
        mutants: So many memories are forgotten on a copy, one at a time, to see which cases
            notice.
        """
        _at = _path("/v1/banks/{bank}/test", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"now": now, "fixture": fixture, "cases": cases, "pin": pin, "name": name, "best": best, "asOf": as_of, "times": times, "against": against, "mutants": mutants})

    def causes(
        self,
        action: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        seen: Optional[list] = None,
        direction: Optional[str] = None,
        given: Optional[list] = None,
        depth: Optional[int] = None,
        limit: Optional[int] = None,
        as_of: Any = None,
        outcome: Optional[str] = None,
        keep: Optional[bool] = None,
        kept: Optional[bool] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Tell what led to something or came of it, as memories state it, and what follows.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        from_: What holds, or happens: what follows from it?
        to: What came: what brought it about? With `from`: by which way?
        seen: Things that are seen together: what explains them best?
        direction: auto takes the one that promises to tell most.
        given: What is clamped: taken as so, whatever memories say brings it about.
        depth: How many causes may stand between.
        limit: Most statements, conclusions, or kept ones.
        as_of: By what the bank held at that moment.
        action: What is done or happens: its effects are asked for.
        outcome: What came of something: its causes are asked for. With an action: whether that
            leads to it.
        keep: Keep that `from` leads to `to`: each later look works it out anew.
        kept: The conclusions that were kept, as they are now, and which have fallen.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/graph/causes", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"from": from_, "to": to, "seen": seen, "direction": direction, "given": given, "depth": depth, "limit": limit, "asOf": as_of, "action": action, "outcome": outcome, "keep": keep, "kept": kept, "cursor": cursor})

    def branches(
        self,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """List the branches of the file.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        limit: Branches a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/branches", bank=self._bank)
        _query = {"userId": user_id, "limit": limit, "cursor": cursor}
        return self._call("GET", _at, _query, None)

    def branch_make(
        self,
        name: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Fork the bank, to try something on.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        name: What the branch is called: a bank of that name is founded, within this bank where
            the caller may open no other.
        """
        _at = _path("/v1/banks/{bank}/branches", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"name": name})

    def branch_merge(
        self,
        branch: str,
        *,
        user_id: Optional[str] = None,
        prefer: Optional[str] = None,
        preview: Optional[bool] = None,
    ) -> Any:
        """Take what a branch changed into the bank it was forked from, or only compare the two.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        branch: The branch.
        prefer: Whose word goes where both changed one thing. Without it, a merge with conflicts
            is refused.
        preview: Only tell what it would do.
        """
        _at = _path("/v1/banks/{bank}/branches/{branch}/merge", bank=self._bank, branch=branch)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"prefer": prefer, "preview": preview})

    def predict(
        self,
        action: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        context: Optional[list] = None,
        complete: Optional[bool] = None,
        domain: Optional[str] = None,
        facts: Optional[list] = None,
        state: Optional[list] = None,
        probability: Optional[float] = None,
        beliefs: Optional[list] = None,
        statement: Optional[str] = None,
        due: Any = None,
    ) -> Any:
        """Keep an expectation: what an action leads to, or what will be so by a day.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        context: What holds before.
        complete: Whether the context is all that holds. If not, what it leaves open counts as
            unknown, and “not x” in it says that x does not hold.
        domain: The field.
        facts: What is known in words, with how sure it is; conditions that the context leaves
            open are read off them.
        action: What will be done, or what will happen.
        state: What is expected. Default: what memory foretells.
        probability: How likely, 0 to 1. Default: what memory foretells.
        beliefs: Opinions and facts it leans on; they are strengthened or weakened by how it
            ends.
        statement: What will be so by the day, as it could be told afterwards: “The release
            shipped.” Instead of an action.
        due: The day on which it is known.
        """
        _at = _path("/v1/banks/{bank}/world/predictions", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"context": context, "complete": complete, "domain": domain, "facts": facts, "action": action, "state": state, "probability": probability, "beliefs": beliefs, "statement": statement, "due": due})

    def settle(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        state: Optional[list] = None,
        came: Optional[bool] = None,
        snooze: Optional[bool] = None,
        until: Any = None,
    ) -> Any:
        """Hold an expectation against what came, or put it off.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The prediction, as in p_01h5k0c2x9w7a, or the forecast, as in x_….
        state: What came of an action.
        came: Whether it came true. Default: told from the state.
        snooze: Put a forecast off: nobody is reminded of it.
        until: With `snooze`, until when. Default: for seven days.
        """
        _at = _path("/v1/banks/{bank}/world/predictions/{id}/outcome", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"state": state, "came": came, "snooze": snooze, "until": until})

    def forecasts(
        self,
        *,
        user_id: Optional[str] = None,
        state: Optional[str] = None,
        domain: Optional[str] = None,
        score: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """List what was predicted: what is due first, then what is open, then what is settled.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        state: Only these: open, due or settled.
        domain: Only of this field.
        score: Also how good they were, by field.
        limit: Forecasts a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/forecasts", bank=self._bank)
        _query = {"userId": user_id, "state": state, "domain": domain, "score": score, "limit": limit, "cursor": cursor}
        return self._call("GET", _at, _query, None)

    def forecast_make(
        self,
        statement: str,
        probability: float,
        due: Any,
        *,
        user_id: Optional[str] = None,
        domain: Optional[str] = None,
    ) -> Any:
        """Keep an expectation: what an action leads to, or what will be so by a day.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        statement: What will be so by the day, as it could be told afterwards: “The release
            shipped.” Instead of an action.
        probability: How likely, 0 to 1.
        due: The day on which it is known.
        domain: The field.
        """
        _at = _path("/v1/banks/{bank}/forecasts", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"statement": statement, "probability": probability, "due": due, "domain": domain})

    def knows(
        self,
        about: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell whether the bank knows something of a matter, or has an answer.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        about: A person, a thing, a topic, or a question.
        """
        _at = _path("/v1/banks/{bank}/knowledge", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"about": about})

    def metamemory(
        self,
        memory: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Tell what votes, outcomes and tasks taught, and what is most worth learning next.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        memory: One memory, with the ends of its contexts.
        limit: How many memories at most: those that were moved most.
        """
        _at = _path("/v1/banks/{bank}/metamemory", bank=self._bank)
        _query = {"userId": user_id, "memory": memory, "limit": limit}
        return self._call("GET", _at, _query, None)

    def verify(
        self,
        memory: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        verdict: Optional[str] = None,
        seconds: Optional[float] = None,
        keep: Optional[bool] = None,
    ) -> Any:
        """Check the functions in a memory: bounds, null, types, termination, assertions; or
        list verdicts.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        memory: The memory that holds code. Default: none is checked, and what was found is
            listed.
        verdict: Of what was found, only these.
        seconds: How long each function may take.
        keep: Keep the verdict as evidence beside the memory.
        """
        _at = _path("/v1/banks/{bank}/verifications", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"memory": memory, "verdict": verdict, "seconds": seconds, "keep": keep})

    def verdicts(
        self,
        *,
        user_id: Optional[str] = None,
        verdict: Optional[str] = None,
    ) -> Any:
        """Check the functions in a memory: bounds, null, types, termination, assertions; or
        list verdicts.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        verdict: Of what was found, only these.
        """
        _at = _path("/v1/banks/{bank}/verifications", bank=self._bank)
        _query = {"userId": user_id, "verdict": verdict}
        return self._call("GET", _at, _query, None)

    def webhooks(
        self,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Tell addresses of every change, and show how delivering to each goes.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        limit: Webhooks, or events that were given up, a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/webhooks", bank=self._bank)
        _query = {"userId": user_id, "limit": limit, "cursor": cursor}
        return self._call("GET", _at, _query, None)

    def webhooks_add(
        self,
        url: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        events: Optional[list] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Tell addresses of every change, and show how delivering to each goes.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        url: To add one: where changes are posted to: https, or http to this machine.
        events: Of one that is added only changes of these kinds, as `mneme log` names them.
        limit: Webhooks, or events that were given up, a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/webhooks", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"url": url, "events": events, "limit": limit, "cursor": cursor})

    def webhooks_one(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        changes: Optional[list] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Tell addresses of every change, and show how delivering to each goes.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: One of them, as in x_01h5k0c2x9w7a, with the events that were given up.
        changes: Of what was given up only the events of these changes, by their numbers.
        limit: Webhooks, or events that were given up, a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/webhooks/{id}", bank=self._bank, id=id)
        _query = {"userId": user_id, "changes": changes, "limit": limit, "cursor": cursor}
        return self._call("GET", _at, _query, None)

    def webhooks_remove(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Tell addresses of every change, and show how delivering to each goes.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: One of them, as in x_01h5k0c2x9w7a, with the events that were given up.
        limit: Webhooks, or events that were given up, a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/webhooks/{id}", bank=self._bank, id=id)
        _query = {"userId": user_id, "limit": limit, "cursor": cursor}
        return self._call("DELETE", _at, _query, None)

    def webhooks_send(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        test: Optional[bool] = None,
        redeliver: Optional[bool] = None,
        changes: Optional[list] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Tell addresses of every change, and show how delivering to each goes.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: One of them, as in x_01h5k0c2x9w7a, with the events that were given up.
        test: Send it a test event, now.
        redeliver: Send it again what was given up.
        changes: Of what was given up only the events of these changes, by their numbers.
        limit: Webhooks, or events that were given up, a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/webhooks/{id}", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"test": test, "redeliver": redeliver, "changes": changes, "limit": limit, "cursor": cursor})

    def facts(
        self,
        *,
        user_id: Optional[str] = None,
        next: Optional[bool] = None,
        all: Optional[bool] = None,
    ) -> Any:
        """Tell how far what was remembered has been read into notes, and what waits.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        next: Also show what waits first: one session, with the notes that it may touch and how
            it is read.
        all: Of what waits, also what was remembered before reading was switched on.
        """
        _at = _path("/v1/banks/{bank}/facts", bank=self._bank)
        _query = {"userId": user_id, "next": next, "all": all}
        return self._call("GET", _at, _query, None)

    def extract(
        self,
        *,
        user_id: Optional[str] = None,
        all: Optional[bool] = None,
        dry: Optional[bool] = None,
    ) -> Any:
        """Let the configured reader read what waits into notes, now.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        all: Also what was remembered before it was switched on.
        dry: Show what would be written of the first session.
        """
        _at = _path("/v1/banks/{bank}/facts/run", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"all": all, "dry": dry})

    def unread(
        self,
        *,
        user_id: Optional[str] = None,
        all: Optional[bool] = None,
    ) -> Any:
        """Tell how far what was remembered has been read into notes, and what waits.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        all: Of what waits, also what was remembered before reading was switched on.
        """
        _at = _path("/v1/banks/{bank}/reading/unread", bank=self._bank)
        _query = {"userId": user_id, "all": all}
        return self._call("GET", _at, _query, None)

    def documents_get(
        self,
        namespace: list,
        key: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Give the objects that are kept in a namespace, and within it, or the one of a name.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        namespace: Where it lies, name within name.
        key: Its name there.
        """
        _at = _path("/v1/banks/{bank}/documents/one", bank=self._bank)
        _query = {"userId": user_id, "namespace": namespace, "key": key}
        return self._call("GET", _at, _query, None)

    def compare(
        self,
        a: str,
        b: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Explain a memory by what it is in each embedding space, and how like another it is
        there.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        a: A memory.
        b: Another memory.
        """
        _at = _path("/v1/banks/{bank}/memories/{a}/likeness/{b}", bank=self._bank, a=a, b=b)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def purpose_search(
        self,
        of: str,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Find what is nearest in one embedding space, or over several.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        of: The memory.
        limit: How many memories to return at most.
        """
        _at = _path("/v1/banks/{bank}/purpose/search", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"of": of, "limit": limit})

    def quarantine_release(
        self,
        ids: list,
        *,
        user_id: Optional[str] = None,
        reason: Optional[str] = None,
    ) -> Any:
        """Show what is held back until somebody looks, and let it in or turn it away: what
        seems to command its reader, near-copies, strangers.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        reason: Why, for the journal.
        """
        _at = _path("/v1/banks/{bank}/quarantine/release", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"ids": ids, "reason": reason})

    def quarantine_reject(
        self,
        ids: list,
        *,
        user_id: Optional[str] = None,
        reason: Optional[str] = None,
    ) -> Any:
        """Show what is held back until somebody looks, and let it in or turn it away: what
        seems to command its reader, near-copies, strangers.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        reason: Why, for the journal.
        """
        _at = _path("/v1/banks/{bank}/quarantine/reject", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"ids": ids, "reason": reason})

    def recent(
        self,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
    ) -> Any:
        """List memories, in order of recording or the newest first.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        limit: Memories a page.
        cursor: `next` of the page before, with the same filter.
        session: Only this session.
        agent_id: Only what this agent took in.
        run_id: Only what is of this run.
        """
        _at = _path("/v1/banks/{bank}/recent", bank=self._bank)
        _query = {"userId": user_id, "limit": limit, "cursor": cursor, "session": session, "agentId": agent_id, "runId": run_id}
        return self._call("GET", _at, _query, None)

    def tombstones(
        self,
        query: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """List memories, in order of recording or the newest first.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: Only what has these words, best match first.
        limit: Memories a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/tombstones/search", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "limit": limit, "cursor": cursor})

    def lineage(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Show one memory with its evidence, dates and links.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The memory, as in m_01h5k0c2x9w7a.
        """
        _at = _path("/v1/banks/{bank}/memories/{id}/lineage", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def source(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Show one memory with its evidence, dates and links.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The memory, as in m_01h5k0c2x9w7a.
        """
        _at = _path("/v1/banks/{bank}/memories/{id}/source", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def whynot(
        self,
        query: str,
        memory: str,
        *,
        user_id: Optional[str] = None,
        image: Any = None,
        limit: Optional[int] = None,
        depth: Optional[int] = None,
        reasoning: Optional[str] = None,
        strategy: Optional[str] = None,
        threshold: Optional[float] = None,
        kinds: Optional[list] = None,
        tags: Optional[list] = None,
        metadata: Optional[dict] = None,
        speaker: Optional[str] = None,
        speakers: Optional[list] = None,
        except_speakers: Optional[list] = None,
        session: Optional[str] = None,
        agent_id: Optional[str] = None,
        run_id: Optional[str] = None,
        about: Optional[str] = None,
        aspect: Optional[str] = None,
        type: Optional[str] = None,
        status: Optional[str] = None,
        reader: Optional[str] = None,
        from_: Any = None,
        to: Any = None,
        as_of: Any = None,
        now: Any = None,
        token_budget: Optional[int] = None,
        fields: Optional[list] = None,
        whole: Optional[bool] = None,
        expand: Optional[bool] = None,
        forgive_typos: Optional[bool] = None,
        reflections: Optional[int] = None,
        context: Optional[dict] = None,
        exclude: Optional[list] = None,
        layers: Optional[list] = None,
        group_by_layer: Optional[bool] = None,
        paths: Optional[list] = None,
        precision: Optional[str] = None,
        min_probability: Optional[float] = None,
        min_certainty: Optional[float] = None,
        min_known: Optional[float] = None,
        cascade: Optional[int] = None,
        cascade_below: Optional[float] = None,
        cascade_breadth: Optional[int] = None,
        cascade_ms: Optional[int] = None,
        order: Optional[str] = None,
    ) -> Any:
        """Explain why a question’s results are ranked as they are, or why a memory is not among
        them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: The question.
        image: A picture to find the like of: a path, a data: URL or bytes.
        limit: How many memories to return at most.
        depth: How many hops the graph path may walk.
        reasoning: How results are weighed; auto reads it off the query.
        strategy: How the question is asked; auto takes one of several hops apart.
        threshold: Least confidence a memory must have.
        kinds: Only these kinds.
        tags: All of these tags.
        metadata: Only what has such metadata: {"ticket": "P-12", "priority": {"gte": 2}, "or":
            [{…}, {…}], "not": {…}}. Tests: eq, ne, in, gt, gte, lt, lte, exists.
        speaker: Only what this person said.
        speakers: Only what any of these said: people or agents.
        except_speakers: Nothing that any of these said.
        session: Only this session.
        agent_id: Only what this agent took in.
        run_id: Only what is of this run.
        about: Only notes about this subject, by its name.
        aspect: Only notes on this aspect of their subject: home, dose.
        type: Only notes of this type.
        status: Only notes that say so: planned, ended, denied …
        reader: Only notes that this reader wrote: agent, a program.
        from_: Only what happened at or after this moment.
        to: Only what happened before this moment; a day is its whole day.
        as_of: Answer from what the bank held at that moment.
        now: The moment the question is asked. Default: the clock. An offset tells whose day it
            is.
        token_budget: Most tokens the delivered answer may take, counted on its JSON.
        fields: Only these fields of each result.
        whole: Whether a long memory comes with all of its content; if not, its excerpt stands
            for it.
        expand: Whether supporting, contradicting and related memories are attached to each
            result.
        forgive_typos: Whether words that no memory has are read as words they may be misspelt
            from.
        reflections: How many observations, opinions and principles may stand beside the
            results.
        context: The conversation that “she”, “it”, “there” or “that project” refer to.
        exclude: Memories the caller has already.
        layers: Only these layers, each with its own rows.
        group_by_layer: Group the answer by layer; without `layers`, by those the query leads
            to.
        paths: Only these paths: semantic, lexical, graph, temporal, causal, image, feedback, or
            those that modules bring.
        precision: normal: the best there is; high: only what answers, and nothing where nothing
            does.
        min_probability: Least chance that a result answers the question; what has less is left
            out.
        min_certainty: Least overall certainty of a result; what has less is left out.
        min_known: Least chance that anything relevant is known; below it the answer is empty
            and says why.
        cascade: How many times the search may be widened while the best result is not sure; 0
            never.
        cascade_below: The search is widened while the best result is less sure than this.
        cascade_breadth: How many more results each widening may add.
        cascade_ms: Milliseconds after which the search is not widened further.
        order: What the results are in order of.
        memory: The memory that is missed.
        """
        _at = _path("/v1/banks/{bank}/recall/why-not", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "image": image, "limit": limit, "depth": depth, "reasoning": reasoning, "strategy": strategy, "threshold": threshold, "kinds": kinds, "tags": tags, "metadata": metadata, "speaker": speaker, "speakers": speakers, "exceptSpeakers": except_speakers, "session": session, "agentId": agent_id, "runId": run_id, "about": about, "aspect": aspect, "type": type, "status": status, "reader": reader, "from": from_, "to": to, "asOf": as_of, "now": now, "tokenBudget": token_budget, "fields": fields, "whole": whole, "expand": expand, "forgiveTypos": forgive_typos, "reflections": reflections, "context": context, "exclude": exclude, "layers": layers, "groupByLayer": group_by_layer, "paths": paths, "precision": precision, "minProbability": min_probability, "minCertainty": min_certainty, "minKnown": min_known, "cascade": cascade, "cascadeBelow": cascade_below, "cascadeBreadth": cascade_breadth, "cascadeMs": cascade_ms, "order": order, "memory": memory})

    def route(
        self,
        query: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Explain why a question’s results are ranked as they are, or why a memory is not among
        them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: The question.
        """
        _at = _path("/v1/banks/{bank}/route", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query})

    def compare_retrieval(
        self,
        query: str,
        *,
        user_id: Optional[str] = None,
        k: Optional[int] = None,
    ) -> Any:
        """Explain why a question’s results are ranked as they are, or why a memory is not among
        them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: The question.
        k: Most results.
        """
        _at = _path("/v1/banks/{bank}/recall/comparison", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "k": k})

    def annotate(
        self,
        id: str,
        note: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        tags: Optional[list] = None,
    ) -> Any:
        """Correct a memory: its words, or what is kept beside them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The memory, as in m_01h5k0c2x9w7a.
        note: A remark on it, kept beside its words, behind earlier ones.
        tags: Tags to add to those that it has.
        """
        _at = _path("/v1/banks/{bank}/memories/{id}/annotations", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"note": note, "tags": tags})

    def changes(
        self,
        *,
        user_id: Optional[str] = None,
        after: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """List the changes of the bank, newest first, with what undoes each.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        after: For programs that follow: the changes after this number, the oldest first; 0
            begins with the first. `next` goes on from there, now or later.
        limit: Changes a page.
        """
        _at = _path("/v1/banks/{bank}/changes", bank=self._bank)
        _query = {"userId": user_id, "after": after, "limit": limit}
        return self._call("GET", _at, _query, None)

    def boost(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        by: Optional[float] = None,
        reason: Optional[str] = None,
    ) -> Any:
        """Correct a memory: its words, or what is kept beside them.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The memory, as in m_01h5k0c2x9w7a.
        by: What is added to its importance.
        reason: Why, for the record.
        """
        _at = _path("/v1/banks/{bank}/memories/{id}/boost", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"by": by, "reason": reason})

    def dream_settle(
        self,
        verdict: str,
        *,
        user_id: Optional[str] = None,
        parts: Optional[list] = None,
        night: Optional[str] = None,
    ) -> Any:
        """Put the memory in order for a while, and report what was done.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        verdict: Instead: accept keeps what a night did; reject undoes it, the latest first.
        parts: With `settle`: reversal hashes of single changes; the whole night when left out.
        night: With `settle`: which night; the last one that changed anything when left out.
        """
        _at = _path("/v1/banks/{bank}/dreams/settlement", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"verdict": verdict, "parts": parts, "night": night})

    def dream_stop(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Put the memory in order for a while, and report what was done.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/dreams/stop", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, None)

    def dream_leave(
        self,
        memories: list,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell what the last night changed, and what it leaves to you.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        memories: The memories of a question that are to stay as they are; it is not asked
            again.
        """
        _at = _path("/v1/banks/{bank}/dreams/leave", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"memories": memories})

    def neighbourhood(
        self,
        of: str,
        *,
        user_id: Optional[str] = None,
        hops: Optional[int] = None,
        families: Optional[list] = None,
        roles: Optional[list] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Show what surrounds a thing, how two hang together, or the bank as a whole.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        of: Where to start: a memory’s id or citation, an entity’s name or id, or words that
            describe a memory.
        hops: How far to walk, 1 to 3 links.
        families: Only these families of links.
        roles: Of these, only links of these roles, such as supersedes and derived_from.
        limit: Most neighbours.
        """
        _at = _path("/v1/banks/{bank}/graph/neighbourhood", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"of": of, "hops": hops, "families": families, "roles": roles, "limit": limit})

    def path(
        self,
        from_: str,
        to: str,
        *,
        user_id: Optional[str] = None,
        max_hops: Optional[int] = None,
        type: Optional[str] = None,
        alternatives: Optional[bool] = None,
    ) -> Any:
        """Show what surrounds a thing, how two hang together, or the bank as a whole.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        from_: Where it starts: an entity’s name, a memory’s id or citation, or words that
            describe a memory.
        to: Where it ends.
        max_hops: Most links on the way.
        type: causal: from causes to effects alone; semantic: what is alike, related or of a
            kind; any: every link.
        alternatives: Also up to two other ways that share no step with the best.
        """
        _at = _path("/v1/banks/{bank}/graph/path", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"from": from_, "to": to, "maxHops": max_hops, "type": type, "alternatives": alternatives})

    def diagram(
        self,
        of: str,
        *,
        user_id: Optional[str] = None,
        show: Optional[str] = None,
        hops: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Show what surrounds a thing, how two hang together, or the bank as a whole.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        of: A memory’s id, an entity’s name, or words that describe what is meant. Lineage needs
            the id of a memory.
        show: neighbourhood: what is linked to it; lineage: how a memory came to be as it is;
            causes, effects: what led to it, what it led to, as memories state it.
        hops: How far to walk, 1 to 3 links.
        limit: Most nodes beside the first.
        """
        _at = _path("/v1/banks/{bank}/graph/diagram", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"of": of, "show": show, "hops": hops, "limit": limit})

    def graph_map(
        self,
        *,
        user_id: Optional[str] = None,
        families: Optional[list] = None,
        memories: Optional[bool] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Show what surrounds a thing, how two hang together, or the bank as a whole.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        families: Only these families of links.
        memories: Whether memories are in it, beside people and things.
        limit: Most nodes: the most linked entities, then the newest memories.
        """
        _at = _path("/v1/banks/{bank}/graph/map", bank=self._bank)
        _query = {"userId": user_id, "families": families, "memories": memories, "limit": limit}
        return self._call("GET", _at, _query, None)

    def is_a(
        self,
        name: str,
        kind: str,
        *,
        user_id: Optional[str] = None,
        relation: Optional[str] = None,
        likelihood: Optional[bool] = None,
    ) -> Any:
        """List what a thing is, or what is of it, the nearest first; or tell whether it is of a
        kind.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        name: Where to start: a name the bank knows, or an entity’s id.
        kind: What it may be a kind or a part of.
        relation: Which links count. Default: any; with a kind, is_a.
        likelihood: With a kind, also estimate how likely it is where nobody told it. Trains on
            the bank’s links at first use.
        """
        _at = _path("/v1/banks/{bank}/hierarchy/is-a", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"name": name, "kind": kind, "relation": relation, "likelihood": likelihood})

    def opinion_find(
        self,
        about: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """List opinions, the surest first; with --below or --revise, the least sure first.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        about: Only those that this person holds, or that are about this.
        """
        _at = _path("/v1/banks/{bank}/opinions/find", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"about": about})

    def beliefs_to_revise(
        self,
        *,
        user_id: Optional[str] = None,
        contradictions: Optional[int] = None,
        floor: Optional[float] = None,
        days: Optional[float] = None,
    ) -> Any:
        """List opinions, the surest first; with --below or --revise, the least sure first.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        contradictions: Contradicted: by so many memories against it.
        floor: Unsure: below this confidence, 0 to 1.
        days: Old: recorded so many days ago.
        """
        _at = _path("/v1/banks/{bank}/beliefs/to-revise", bank=self._bank)
        _query = {"userId": user_id, "contradictions": contradictions, "floor": floor, "days": days}
        return self._call("GET", _at, _query, None)

    def opinion_reinforce(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        evidence: Optional[list] = None,
        step: Optional[float] = None,
        reason: Optional[str] = None,
    ) -> Any:
        """Move an opinion by evidence: reinforce it, weaken it, or contradict it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The opinion, as in m_01h5k0c2x9w7a.
        evidence: The memories that speak for or against it; each moves it by one step, and once
            only.
        step: How far one step goes at a confidence of 0.5. Default: 0.1.
        reason: Why, for the journal.
        """
        _at = _path("/v1/banks/{bank}/opinions/{id}/reinforce", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"evidence": evidence, "step": step, "reason": reason})

    def opinion_weaken(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        evidence: Optional[list] = None,
        step: Optional[float] = None,
        reason: Optional[str] = None,
    ) -> Any:
        """Move an opinion by evidence: reinforce it, weaken it, or contradict it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The opinion, as in m_01h5k0c2x9w7a.
        evidence: The memories that speak for or against it; each moves it by one step, and once
            only.
        step: How far one step goes at a confidence of 0.5. Default: 0.1.
        reason: Why, for the journal.
        """
        _at = _path("/v1/banks/{bank}/opinions/{id}/weaken", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"evidence": evidence, "step": step, "reason": reason})

    def opinion_contradict(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        evidence: Optional[list] = None,
        step: Optional[float] = None,
        reason: Optional[str] = None,
    ) -> Any:
        """Move an opinion by evidence: reinforce it, weaken it, or contradict it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The opinion, as in m_01h5k0c2x9w7a.
        evidence: The memories that speak for or against it; each moves it by one step, and once
            only.
        step: How far one step goes at a confidence of 0.5. Default: 0.1.
        reason: Why, for the journal.
        """
        _at = _path("/v1/banks/{bank}/opinions/{id}/contradict", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"evidence": evidence, "step": step, "reason": reason})

    def goal_agenda(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """List goals: the bank’s tree or what is most urgent, and the plans that people told.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/goals/agenda", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def goal_decompose(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        subgoals: Optional[list] = None,
    ) -> Any:
        """Set a goal of the bank, change one, break it into steps, or remove it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The goal, as in g_01h5k0c2x9w7a.
        subgoals: Steps that serve it: {"description", "after"}, all in one change.
        """
        _at = _path("/v1/banks/{bank}/goals/{id}/subgoals", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"subgoals": subgoals})

    def ground_strategy(
        self,
        task: str,
        *,
        user_id: Optional[str] = None,
        about: Optional[str] = None,
        context: Optional[list] = None,
        facts: Optional[list] = None,
        domain: Optional[str] = None,
        difficulty: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Find the strategy for a task, or list all.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        task: What is to be done, in words.
        about: What to recall facts on. Default: the task.
        context: What holds now, in short texts.
        facts: Facts beside those that are recalled.
        domain: The field.
        difficulty: How hard it looks.
        limit: At most so many strategies.
        """
        _at = _path("/v1/banks/{bank}/strategies/ground", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"task": task, "about": about, "context": context, "facts": facts, "domain": domain, "difficulty": difficulty, "limit": limit})

    def strategy_choose(
        self,
        task: str,
        *,
        user_id: Optional[str] = None,
        about: Optional[str] = None,
        context: Optional[list] = None,
        facts: Optional[list] = None,
        domain: Optional[str] = None,
        difficulty: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Find the strategy for a task, or list all.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        task: What is to be done, in words.
        about: What to recall facts on. Default: the task.
        context: What holds now, in short texts.
        facts: Facts beside those that are recalled.
        domain: The field.
        difficulty: How hard it looks.
        limit: At most so many strategies.
        """
        _at = _path("/v1/banks/{bank}/strategies/choose", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"task": task, "about": about, "context": context, "facts": facts, "domain": domain, "difficulty": difficulty, "limit": limit})

    def strategy_used(
        self,
        id: str,
        task: str,
        success: bool,
        *,
        user_id: Optional[str] = None,
        failure_mode: Optional[str] = None,
        pattern: Optional[dict] = None,
    ) -> Any:
        """Say whether a strategy worked, and for what.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The strategy, as in s_01h5k0c2x9w7a.
        task: What it was used for; kept as an experience.
        success: Whether it worked.
        failure_mode: How it failed, in few words.
        pattern: What using it showed of the world: {"text", "confidence"}.
        """
        _at = _path("/v1/banks/{bank}/strategies/{id}/uses", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"task": task, "success": success, "failureMode": failure_mode, "pattern": pattern})

    def should_attempt(
        self,
        task: str,
        *,
        user_id: Optional[str] = None,
        about: Optional[str] = None,
        context: Optional[list] = None,
        facts: Optional[list] = None,
        domain: Optional[str] = None,
        difficulty: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Foretell how something will go, by what is known of doing it, and whether to do it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        task: What is to be done, in words.
        about: What to recall facts on. Default: the task.
        context: What holds now, in short texts.
        facts: Facts beside those that are recalled.
        domain: The field.
        difficulty: How hard it looks.
        limit: At most so many strategies.
        """
        _at = _path("/v1/banks/{bank}/attempt", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"task": task, "about": about, "context": context, "facts": facts, "domain": domain, "difficulty": difficulty, "limit": limit})

    def introspect(
        self,
        task: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        difficulty: Optional[str] = None,
        required: Optional[float] = None,
    ) -> Any:
        """Foretell how something will go, by what is known of doing it, and whether to do it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        task: What is to be done, in words.
        difficulty: How hard it looks.
        required: The rate of success that is needed, 0 to 1.
        """
        _at = _path("/v1/banks/{bank}/introspect", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"task": task, "difficulty": difficulty, "required": required})

    def simulate(
        self,
        actions: Optional[list] = None,
        *,
        user_id: Optional[str] = None,
        context: Optional[list] = None,
        complete: Optional[bool] = None,
        domain: Optional[str] = None,
        facts: Optional[list] = None,
    ) -> Any:
        """Foretell how something will go, by what is known of doing it, and whether to do it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        actions: What would be done, in order.
        context: What holds before.
        complete: Whether the context is all that holds. If not, what it leaves open counts as
            unknown, and “not x” in it says that x does not hold.
        domain: The field.
        facts: What is known in words, with how sure it is; conditions that the context leaves
            open are read off them.
        """
        _at = _path("/v1/banks/{bank}/world/simulate", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"actions": actions, "context": context, "complete": complete, "domain": domain, "facts": facts})

    def task_conclude(
        self,
        query: str,
        status: str,
        *,
        user_id: Optional[str] = None,
        failure_reason: Optional[str] = None,
        entities: Optional[list] = None,
        preferences: Optional[list] = None,
        pattern: Optional[dict] = None,
        strategy: Optional[str] = None,
        capability: Optional[str] = None,
        domain: Optional[str] = None,
        difficulty: Optional[str] = None,
        predicted: Optional[float] = None,
        steps: Optional[float] = None,
        tokens: Optional[float] = None,
        seconds: Optional[float] = None,
        predictions: Optional[list] = None,
        trajectory: Optional[dict] = None,
        goal: Optional[dict] = None,
    ) -> Any:
        """Take in how something went: an interaction, an action, a task, a prediction, what
        somebody did.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: What was asked for.
        status: How it ended. A partial success counts as one.
        failure_reason: Why it failed, in few words.
        entities: Whom and what it was about.
        preferences: Preferences that showed: {"topic", "statement", "confirms"}.
        pattern: What it showed of the world; a fact from a confidence above 0.9 on.
        strategy: The strategy that was used.
        capability: What it took, as in "sql queries".
        domain: The field. Default: that of the strategy, else general.
        difficulty: How hard it was.
        predicted: The chance of success that was told before, 0 to 1.
        steps: Steps it took.
        tokens: Tokens it took.
        seconds: Seconds it took.
        predictions: Predictions that were made: {"id", "state"} or {"id", "came"}. Default of
            came: whether it succeeded.
        trajectory: The run: {"steps"}; its outcome is that of the interaction.
        goal: The goal it served: {"id", "progress"}.
        """
        _at = _path("/v1/banks/{bank}/tasks/conclude", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "status": status, "failureReason": failure_reason, "entities": entities, "preferences": preferences, "pattern": pattern, "strategy": strategy, "capability": capability, "domain": domain, "difficulty": difficulty, "predicted": predicted, "steps": steps, "tokens": tokens, "seconds": seconds, "predictions": predictions, "trajectory": trajectory, "goal": goal})

    def task_prepare(
        self,
        task: str,
        *,
        user_id: Optional[str] = None,
        about: Optional[str] = None,
        context: Optional[list] = None,
        facts: Optional[list] = None,
        domain: Optional[str] = None,
        difficulty: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Answer from all paradigms: facts, preferences, strategies, forecasts, goals,
        competence.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        task: What is to be done, in words.
        about: What to recall facts on. Default: the task.
        context: What holds now, in short texts.
        facts: Facts beside those that are recalled.
        domain: The field.
        difficulty: How hard it looks.
        limit: At most so many strategies.
        """
        _at = _path("/v1/banks/{bank}/tasks/prepare", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"task": task, "about": about, "context": context, "facts": facts, "domain": domain, "difficulty": difficulty, "limit": limit})

    def critique(
        self,
        reasoning: str,
        *,
        user_id: Optional[str] = None,
        memories: Optional[list] = None,
        threshold: Optional[float] = None,
    ) -> Any:
        """Find what says otherwise than a text.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        reasoning: What you mean to say or do, 20 to 2,000 characters, in plain sentences.
        memories: Only held against these memories.
        threshold: Least confidence of a memory that may speak against it.
        """
        _at = _path("/v1/banks/{bank}/critique", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"reasoning": reasoning, "memories": memories, "threshold": threshold})

    def guide(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Turn a goal into operations to call, in order; or tell how to use this memory.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/guide", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def search_plan(
        self,
        goal: str,
        *,
        user_id: Optional[str] = None,
        types: Optional[list] = None,
        max_queries: Optional[int] = None,
    ) -> Any:
        """Turn a goal into operations to call, in order; or tell how to use this memory.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        goal: What is to be found out or done, 10 to 500 characters.
        types: Taken, and not needed.
        max_queries: Most steps.
        """
        _at = _path("/v1/banks/{bank}/search-plan", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"goal": goal, "types": types, "maxQueries": max_queries})

    def purpose(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell how the bank is doing and what waits for somebody.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/purpose", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def scratchpad(
        self,
        session: str,
        action: str,
        agent: str,
        content: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        privacy: Optional[str] = None,
        tags: Optional[list] = None,
    ) -> Any:
        """Show what a session has in mind, note more of it, or forget it.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        session: The session, by the caller’s own name for it.
        action: What to do with the notes.
        agent: Who writes or reads.
        content: A note that the agent keeps for the length of the session.
        privacy: private: for this agent alone, the default; team: for every agent of the
            session.
        tags: Words to find the note by; without a note, only notes that have all of them.
        """
        _at = _path("/v1/banks/{bank}/sessions/{session}/scratchpad", bank=self._bank, session=session)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"action": action, "agent": agent, "content": content, "privacy": privacy, "tags": tags})

    def dialogue_bridge(
        self,
        session: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        turn: Optional[str] = None,
    ) -> Any:
        """Tell what is kept of conversations: turns, what the next one gets, what earlier ones
        hold.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        session: The conversation: the bridge behind its last turn.
        turn: The turn whose bridge is wanted, instead of a session.
        """
        _at = _path("/v1/banks/{bank}/dialogue/bridge", bank=self._bank)
        _query = {"userId": user_id, "session": session, "turn": turn}
        return self._call("GET", _at, _query, None)

    def resolve_entity(
        self,
        name: str,
        *,
        user_id: Optional[str] = None,
        near: Optional[list] = None,
        at: Any = None,
    ) -> Any:
        """List the people, places and things the bank knows; or tell which of them a name
        means.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        name: The name as it was met.
        near: Names that were met beside it.
        at: When it was met.
        """
        _at = _path("/v1/banks/{bank}/entities/resolve", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"name": name, "near": near, "at": at})

    def bank_restore(
        self,
        name: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Delete a bank with all its users, or bring it back within 30 days.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        name: The bank. Default: the one in use.
        """
        _at = _path("/v1/banks/{bank}/bank-restorations", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"name": name})

    def test_pin(
        self,
        query: str,
        *,
        user_id: Optional[str] = None,
        name: Optional[str] = None,
        best: Optional[int] = None,
        now: Any = None,
        as_of: Any = None,
    ) -> Any:
        """Ask questions of the bank and check what comes back.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: The question.
        name: Default: the question.
        best: So many of the best results must come back from now on. Default: the first, where
            the bank takes the answer for known.
        now: The moment the question is asked.
        as_of: Answered from what the bank held at that moment.
        """
        _at = _path("/v1/banks/{bank}/test/case", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query, "name": name, "best": best, "now": now, "asOf": as_of})

    def recall_accuracy(
        self,
        cases: list,
        *,
        user_id: Optional[str] = None,
        k: Optional[int] = None,
    ) -> Any:
        """Ask questions of the bank and check what comes back.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        cases: A question with the ids of the memories that answer it, as JSON.
        k: Results that count.
        """
        _at = _path("/v1/banks/{bank}/recall/accuracy", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"cases": cases, "k": k})

    def infer(
        self,
        *,
        user_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        seen: Optional[list] = None,
        direction: Optional[str] = None,
        given: Optional[list] = None,
        depth: Optional[int] = None,
        limit: Optional[int] = None,
        as_of: Any = None,
    ) -> Any:
        """Tell what led to something or came of it, as memories state it, and what follows.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        from_: What holds, or happens: what follows from it?
        to: What came: what brought it about? With `from`: by which way?
        seen: Things that are seen together: what explains them best?
        direction: auto takes the one that promises to tell most.
        given: What is clamped: taken as so, whatever memories say brings it about.
        depth: How many causes may stand between.
        limit: Most conclusions.
        as_of: By what the bank held at that moment.
        """
        _at = _path("/v1/banks/{bank}/inferences", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"from": from_, "to": to, "seen": seen, "direction": direction, "given": given, "depth": depth, "limit": limit, "asOf": as_of})

    def infer_keep(
        self,
        from_: str,
        to: str,
        *,
        user_id: Optional[str] = None,
        depth: Optional[int] = None,
    ) -> Any:
        """Tell what led to something or came of it, as memories state it, and what follows.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        from_: The cause, in words.
        to: What it leads to.
        depth: How many causes may stand between.
        """
        _at = _path("/v1/banks/{bank}/conclusions", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"from": from_, "to": to, "depth": depth})

    def infer_list(
        self,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Tell what led to something or came of it, as memories state it, and what follows.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        limit: Most statements, conclusions, or kept ones.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/conclusions", bank=self._bank)
        _query = {"userId": user_id, "limit": limit, "cursor": cursor}
        return self._call("GET", _at, _query, None)

    def branch_compare(
        self,
        branch: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Take what a branch changed into the bank it was forked from, or only compare the two.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        branch: The branch.
        """
        _at = _path("/v1/banks/{bank}/branches/{branch}", bank=self._bank, branch=branch)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def forecast_settle(
        self,
        id: str,
        came: bool,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Hold an expectation against what came, or put it off.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The prediction, as in p_01h5k0c2x9w7a, or the forecast, as in x_….
        came: Whether it came true. Default: told from the state.
        """
        _at = _path("/v1/banks/{bank}/forecasts/{id}/settlement", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"came": came})

    def forecast_snooze(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        until: Any = None,
    ) -> Any:
        """Hold an expectation against what came, or put it off.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The prediction, as in p_01h5k0c2x9w7a, or the forecast, as in x_….
        until: With `snooze`, until when. Default: for seven days.
        """
        _at = _path("/v1/banks/{bank}/forecasts/{id}/snooze", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"until": until})

    def forecast_score(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """List what was predicted: what is due first, then what is open, then what is settled.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/forecasts/score", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def outcome(
        self,
        recollection: str,
        *,
        user_id: Optional[str] = None,
        good: Optional[bool] = None,
        bad: Optional[bool] = None,
        score: Optional[float] = None,
        used: Optional[list] = None,
        note: Optional[str] = None,
    ) -> Any:
        """Say whether a result of a recall was useful, irrelevant or wrong, or how a context
        ended.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        recollection: The context or recall that was worked with.
        good: It ended well.
        bad: It ended badly.
        score: Instead of good or bad: how it ended, from -1 (as bad as can be) to 1.
        used: Of an end, the memories that were used, where that is known: they alone are
            credited.
        note: Why, or what came of it, for people and for the journal.
        """
        _at = _path("/v1/banks/{bank}/outcomes", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"recollection": recollection, "good": good, "bad": bad, "score": score, "used": used, "note": note})

    def knowing(
        self,
        query: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell whether memory will have an answer.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        query: A person, a thing, a topic, or a question.
        """
        _at = _path("/v1/banks/{bank}/knowing", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"query": query})

    def credit(
        self,
        memory: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Any:
        """Tell what votes, outcomes and tasks taught, and what is most worth learning next.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        memory: One memory, with the ends of its contexts.
        limit: How many memories at most: those that were moved most.
        """
        _at = _path("/v1/banks/{bank}/credit", bank=self._bank)
        _query = {"userId": user_id, "memory": memory, "limit": limit}
        return self._call("GET", _at, _query, None)

    def competence_sync(
        self,
        domain: Optional[str] = None,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell what votes, outcomes and tasks taught, and what is most worth learning next.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        domain: Taken, and not needed: all fields are told.
        """
        _at = _path("/v1/banks/{bank}/competence/sync", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"domain": domain})

    def learning_priorities(
        self,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell what votes, outcomes and tasks taught, and what is most worth learning next.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        """
        _at = _path("/v1/banks/{bank}/learning/priorities", bank=self._bank)
        _query = {"userId": user_id}
        return self._call("GET", _at, _query, None)

    def webhook_test(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
    ) -> Any:
        """Tell addresses of every change, and show how delivering to each goes.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The webhook, as in x_01h5k0c2x9w7a.
        """
        _at = _path("/v1/banks/{bank}/webhooks/{id}/test", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, None)

    def webhook_failures(
        self,
        id: str,
        *,
        user_id: Optional[str] = None,
        changes: Optional[list] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Any:
        """Tell addresses of every change, and show how delivering to each goes.

        user_id: The user whose memory in the bank is meant, apart from all others. A JSON body
            may name it, too.
        id: The webhook, as in x_01h5k0c2x9w7a.
        changes: Of what was given up only the events of these changes, by their numbers.
        limit: Webhooks, or events that were given up, a page.
        cursor: `next` of the page before, with the same filter.
        """
        _at = _path("/v1/banks/{bank}/webhooks/{id}/redeliveries", bank=self._bank, id=id)
        _query = {"userId": user_id}
        return self._call("POST", _at, _query, {"changes": changes, "limit": limit, "cursor": cursor})


def _path(template: str, **names: Any) -> str:
    return template.format(
        **{name: urllib.parse.quote(str(value), safe="") for name, value in names.items()}
    )


def _details(problem: dict) -> dict:
    return {name: problem.get(name) for name in ("field", "value", "hint", "status")}


def _refusal(refused: urllib.error.HTTPError) -> MnemeError:
    try:
        problem = json.loads(refused.read().decode())
    except ValueError:
        problem = {}
    code = problem.get("code", "unavailable" if refused.code >= 500 else "invalid_input")
    details = {**_details(problem), "status": refused.code}
    return MnemeError(code, problem.get("detail", "The server refused."), **details)
