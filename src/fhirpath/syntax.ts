/** What the parser makes of an expression. FHIRPath N1 §8 (grammar). */

export type SystemName =
  | 'Boolean'
  | 'String'
  | 'Integer'
  | 'Decimal'
  | 'Date'
  | 'DateTime'
  | 'Time'
  | 'Quantity'
  | 'Any'

/** `FHIR.Patient`, `System.String`, `Patient`. */
export type TypeName = { readonly namespace?: string; readonly name: string }

/** `at` is the offset in the text. */
export type Syntax = { readonly at: number } & (
  | { readonly kind: 'empty' }
  | { readonly kind: 'literal'; readonly type: SystemName; readonly value: string | number | boolean }
  | { readonly kind: 'quantity'; readonly value: number; readonly unit: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'special'; readonly name: string }
  /** Without `of`, a member of what the expression is asked about. */
  | { readonly kind: 'member'; readonly of?: Syntax; readonly name: string; readonly isDelimited: boolean }
  | { readonly kind: 'call'; readonly of?: Syntax; readonly name: string; readonly args: readonly Syntax[] }
  | { readonly kind: 'index'; readonly of: Syntax; readonly index: Syntax }
  | { readonly kind: 'sign'; readonly sign: '+' | '-'; readonly of: Syntax }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: 'type'; readonly operator: 'is' | 'as'; readonly of: Syntax; readonly type: TypeName }
)
