/** Functions as the checker sees them, whatever language they were written in. */

/** What a value may be; `any` is what the checker knows nothing of. */
export type TypeName = 'int' | 'real' | 'bool' | 'str' | 'any';
export interface DeclaredType {
  readonly base: TypeName | 'array';
  /** Of an array’s elements. */
  readonly element: TypeName;
  /** It may be null, None or undefined. */
  readonly nullable: boolean;
}

export type Expression =
  | { readonly kind: 'number'; readonly value: number; readonly whole: boolean }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: '-' | 'not'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'choice';
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  /** `safe`: by `?.`, which gives nothing for nothing. */
  | {
      readonly kind: 'member';
      readonly of: Expression;
      readonly name: string;
      readonly safe: boolean;
    }
  | { readonly kind: 'array'; readonly items: readonly Expression[] }
  /** A function of the language, by its plain name: `length`, `floor`, `abs`, `min` … */
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] };

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | 'floor-divide'
  | '%'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!='
  | 'and'
  | 'or'
  | 'else-if-null';

export type Statement = { readonly line: number } & (
  | {
      readonly kind: 'assign';
      readonly targets: readonly Expression[];
      readonly values: readonly Expression[];
      readonly type?: DeclaredType;
    }
  | {
      readonly kind: 'if';
      readonly test: Expression;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | Loop
  | { readonly kind: 'return'; readonly value: Expression | null }
  | { readonly kind: 'assert'; readonly test: Expression }
  | { readonly kind: 'append'; readonly to: string; readonly value: Expression }
  | { readonly kind: 'drop-last'; readonly from: string; readonly into: string | null }
  | { readonly kind: 'evaluate'; readonly value: Expression }
  | { readonly kind: 'throw' | 'break' | 'continue' }
);

export interface Loop {
  readonly kind: 'loop';
  readonly line: number;
  readonly id: number;
  readonly test: Expression;
  readonly body: readonly Statement[];
  /** After each round, `continue` included. */
  readonly update: readonly Statement[];
}

export interface Parameter {
  readonly name: string;
  readonly type: DeclaredType;
  /** The type is not written: it is what is done with it. */
  readonly inferred?: boolean;
}

export interface CheckedFunction {
  readonly name: string;
  readonly language: 'python' | 'javascript' | 'typescript';
  readonly line: number;
  readonly parameters: readonly Parameter[];
  readonly returns: DeclaredType | null;
  readonly body: readonly Statement[];
}

/** What lies outside the subset: the function is left alone, and this says why. */
export class OutOfSubset extends Error {
  constructor(
    what: string,
    readonly line: number,
  ) {
    super(what);
  }
}

export const ANY: DeclaredType = { base: 'any', element: 'any', nullable: false };
export const plain = (base: DeclaredType['base'], element: TypeName = 'any'): DeclaredType => ({
  base,
  element,
  nullable: false,
});
