import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assertFitsTree,
  type Goal,
  GOAL_LEVELS,
  northStarOf,
  subgoalsOf,
  treeOrder,
} from './goal.js';
import { GoalId } from './ids.js';

const id = (number: number): GoalId => GoalId.parse(`g_${String(number).padStart(13, '0')}`);

function goal(number: number, changes: Partial<Goal> = {}): Goal {
  return {
    id: id(number),
    description: `goal ${number}`,
    level: 'tactical',
    parent: id(0),
    weight: 1,
    status: 'active',
    createdAt: number,
    changedAt: number,
    retractedAt: null,
    version: 1,
    ...changes,
  };
}

const star = goal(0, { level: 'north_star', parent: null });
const refusal = (candidate: Goal, goals: readonly Goal[]): unknown => {
  try {
    assertFitsTree(candidate, goals);
    return null;
  } catch (error) {
    const { code, field, message } = error as { code: string; field: string; message: string };
    return { code, field, message };
  }
};

describe('a tree of goals', () => {
  it('has one north star that stands', () => {
    expect(refusal(star, [])).toBeNull();
    expect(refusal(star, [star])).toBeNull();
    expect(refusal(goal(1, { level: 'north_star', parent: null }), [star])).toMatchObject({
      code: 'invalid_input',
      field: 'goal.level',
      message: expect.stringContaining(star.id) as string,
    });
    expect(
      refusal(goal(1, { level: 'north_star', parent: null }), [{ ...star, status: 'completed' }]),
    ).toBeNull();
    expect(
      refusal(goal(1, { level: 'north_star', parent: null }), [{ ...star, retractedAt: 5 }]),
    ).toBeNull();
    expect(refusal(goal(1, { level: 'north_star' }), [])).toMatchObject({ field: 'goal.parent' });
    expect(northStarOf([goal(1), { ...star, status: 'failed' }])).toBeNull();
  });

  it('takes a goal only under a parent that is there and stands', () => {
    expect(refusal(goal(1), [star])).toBeNull();
    expect(refusal(goal(1, { parent: null }), [])).toMatchObject({
      field: 'goal.parent',
      message: expect.stringContaining('no north star') as string,
    });
    expect(refusal(goal(1, { parent: id(9) }), [star])).toMatchObject({
      message: `There is no goal ${id(9)}.`,
    });
    expect(
      refusal(goal(2, { parent: id(1) }), [star, goal(1, { status: 'completed' })]),
    ).toMatchObject({ message: expect.stringContaining('is completed') as string });
    expect(refusal(goal(2, { parent: id(1) }), [star, goal(1, { retractedAt: 4 })])).toMatchObject({
      message: expect.stringContaining('is removed') as string,
    });
  });

  it('takes no goal under a nearer one', () => {
    expect(refusal(goal(2, { level: 'strategic', parent: id(1) }), [star, goal(1)])).toMatchObject({
      field: 'goal.level',
    });
    expect(
      refusal(goal(1, { level: 'immediate' }), [star, goal(1), goal(2, { parent: id(1) })]),
    ).toMatchObject({ field: 'goal.level', message: expect.stringContaining(id(2)) as string });
  });

  it('takes no ring', () => {
    expect(refusal(goal(1, { parent: id(1) }), [star, goal(1)])).toMatchObject({
      message: 'A goal cannot serve itself.',
    });
    const chain = [star, goal(1), goal(2, { parent: id(1) }), goal(3, { parent: id(2) })];
    expect(refusal(goal(1, { parent: id(3) }), chain)).toMatchObject({
      field: 'goal.parent',
      message: expect.stringContaining('in a ring') as string,
    });
    expect(refusal(goal(3, { parent: id(1) }), chain)).toBeNull();
  });

  it('stays a tree, whatever is asked of it', () => {
    const asked = fc.record({
      number: fc.integer({ min: 0, max: 6 }),
      parent: fc.option(fc.integer({ min: 0, max: 6 })),
      level: fc.constantFrom(...GOAL_LEVELS),
    });
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 30 }), (wishes) => {
        let goals: Goal[] = [];
        for (const { number, parent, level } of wishes) {
          const candidate = goal(number, { level, parent: parent === null ? null : id(parent) });
          if (refusal(candidate, goals) === null)
            goals = [...goals.filter((each) => each.id !== candidate.id), candidate];
        }
        expect(goals.filter(({ level }) => level === 'north_star').length).toBe(
          goals.length === 0 ? 0 : 1,
        );
        const lines = treeOrder(goals);
        expect(lines.map((line) => line.goal.id).sort()).toEqual(
          goals.map((each) => each.id).sort(),
        );
        for (const line of lines) {
          expect(line.depth === 0).toBe(line.goal.level === 'north_star');
          expect(subgoalsOf(line.goal.id, goals)).not.toContain(line.goal);
        }
      }),
    );
  });

  it('lists each goal before those that serve it, and finds all that serve one', () => {
    const goals = [
      goal(3, { parent: id(2), level: 'immediate' }),
      goal(2),
      star,
      goal(1, { level: 'strategic' }),
    ];
    expect(treeOrder(goals).map((line) => [line.goal.id, line.depth])).toEqual([
      [id(0), 0],
      [id(2), 1],
      [id(3), 2],
      [id(1), 1],
    ]);
    expect(subgoalsOf(id(0), goals).map((each) => each.id)).toEqual([id(2), id(1), id(3)]);
    expect(subgoalsOf(id(3), goals)).toEqual([]);
  });
});
