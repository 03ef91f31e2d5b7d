import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outlook } from '@mneme/core/domain/world-model.js';
import { planActions, type Foreseen, type PlanProblem } from './plan.js';

/** The effects of each action where its condition holds; elsewhere it is refused, and changes nothing. */
type Laws = Readonly<
  Record<string, { readonly needs?: readonly string[]; readonly outlooks: readonly Outlook[] }>
>;

function problem(laws: Laws, over: Partial<PlanProblem> = {}): PlanProblem {
  const conditions = Object.values(laws).flatMap(({ needs = [] }) => needs);
  return {
    actions: Object.keys(laws),
    context: [],
    goal: ['shipped'],
    avoid: ['spoilt'],
    ended: 0,
    tried: [],
    horizon: 5,
    stepCost: 0.02,
    curiosity: 0,
    lists: new Set(),
    deciding: new Set(conditions),
    foresee: (action, context): Foreseen => {
      const law = laws[action];
      if (law === undefined) return { outlooks: [], unseen: 1 };
      return {
        unseen: 0,
        outlooks: (law.needs ?? []).every((need) => context.includes(need))
          ? law.outlooks
          : [{ state: ['refused'], probability: 1 }],
      };
    },
    ...over,
  };
}

const surely = (...state: string[]): readonly Outlook[] => [{ state, probability: 1 }];
const SHOP: Laws = {
  ship: { needs: ['packed', 'paid'], outlooks: surely('shipped') },
  pack: { outlooks: surely('packed') },
  pay: { outlooks: surely('paid') },
  polish: { outlooks: surely('polished') },
};

describe('planActions', () => {
  it('finds the steps in an order that works, and none that is idle', () => {
    const { steps, chance } = planActions(problem(SHOP));
    expect(steps).toHaveLength(3);
    expect(new Set(steps.slice(0, 2))).toEqual(new Set(['pack', 'pay']));
    expect(steps.at(-1)).toBe('ship');
    expect(chance).toBe(1);
  });

  it('starts from what holds already', () => {
    expect(planActions(problem(SHOP, { context: ['paid', 'packed'] })).steps).toEqual(['ship']);
  });

  it('plans nothing where the goal is out of reach within the horizon', () => {
    expect(planActions(problem(SHOP, { horizon: 2 }))).toMatchObject({ steps: [], chance: 0 });
  });

  it('takes a longer way where the short one may spoil all', () => {
    const laws: Laws = {
      dash: {
        outlooks: [
          { state: ['shipped'], probability: 0.6 },
          { state: ['spoilt'], probability: 0.4 },
        ],
      },
      check: { outlooks: surely('checked') },
      ship: { needs: ['checked'], outlooks: surely('shipped') },
    };
    expect(planActions(problem(laws)).steps).toEqual(['check', 'ship']);
    // Where a step is expensive, the risk is worth taking.
    expect(planActions(problem(laws, { stepCost: 0.5 })).steps).toEqual(['dash']);
  });

  it('does not propose again what was refused unless something was added that makes a difference', () => {
    const laws: Laws = {
      knock: {
        outlooks: [
          { state: ['shipped'], probability: 0.5 },
          { state: ['refused'], probability: 0.5 },
        ],
      },
      ask: {
        outlooks: [
          { state: ['shipped'], probability: 0.4 },
          { state: ['refused'], probability: 0.6 },
        ],
      },
    };
    expect(planActions(problem(laws)).steps[0]).toBe('knock');
    const after = planActions(problem(laws, { tried: [{ action: 'knock', context: [] }] }));
    expect(after.steps[0]).toBe('ask');
    expect(after.chance).toBeCloseTo(0.4, 10);
    const twice = {
      ship: SHOP.ship as Laws[string],
      pack: SHOP.pack as Laws[string],
      pay: SHOP.pay as Laws[string],
    };
    expect(
      planActions(
        problem(twice, {
          context: ['paid', 'packed'],
          tried: [{ action: 'ship', context: ['paid'] }],
        }),
      ).steps,
    ).toEqual(['ship']);
  });

  it('tries one after the other what may be refused, and tells the chance that one of them goes through', () => {
    const laws: Laws = {
      left: {
        outlooks: [
          { state: ['shipped'], probability: 0.5 },
          { state: ['refused'], probability: 0.5 },
        ],
      },
      right: {
        outlooks: [
          { state: ['shipped'], probability: 0.5 },
          { state: ['refused'], probability: 0.5 },
        ],
      },
    };
    expect(planActions(problem(laws)).chance).toBeCloseTo(0.75, 10);
  });

  it('hopes for what nobody has seen only as far as it is curious', () => {
    const laws: Laws = { ship: { needs: ['sealed'], outlooks: surely('shipped') } };
    const asked = { actions: ['ship', 'whistle'] };
    expect(planActions(problem(laws, asked)).steps).toEqual([]);
    expect(planActions(problem(laws, { ...asked, curiosity: 0.5 })).steps).toEqual(['whistle']);
  });

  it('keeps chances between 0 and 1, does not depend on the order of actions, and never plans beyond the horizon', () => {
    const outlook = fc.record({
      state: fc.subarray(['packed', 'paid', 'shipped', 'spoilt'], { minLength: 1, maxLength: 2 }),
      probability: fc.double({ min: 0, max: 0.5, noNaN: true }),
    });
    const law = fc.record({
      needs: fc.subarray(['packed', 'paid']),
      outlooks: fc.array(outlook, { minLength: 1, maxLength: 2 }),
    });
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('one', 'two', 'three', 'four'), law, { minKeys: 1 }),
        fc.integer({ min: 1, max: 4 }),
        (laws, horizon) => {
          const plan = planActions(problem(laws, { horizon }));
          const turned = planActions(
            problem(laws, { horizon, actions: Object.keys(laws).reverse() }),
          );
          expect(plan.steps.length).toBeLessThanOrEqual(horizon);
          expect(turned).toEqual(plan);
          for (const chance of [plan.chance, ...plan.options.map((option) => option.chance)])
            expect(chance).toSatisfy((each: number) => each >= 0 && each <= 1 + 1e-9);
        },
      ),
    );
  });
});
