/** The parsed form of an expression. FHIRPath N1 §8 (grammar). */

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
  /** `text` is a decimal as the expression writes it. */
  | {
      readonly kind: 'literal'
      readonly type: SystemName
      readonly value: string | number | boolean
      readonly text?: string
    }
  | { readonly kind: 'quantity'; readonly value: number; readonly unit: string; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'special'; readonly name: string }
  /** Without `of`, a member of the present item. */
  | { readonly kind: 'member'; readonly of?: Syntax; readonly name: string }
  | { readonly kind: 'call'; readonly of?: Syntax; readonly name: string; readonly args: readonly Syntax[] }
  | { readonly kind: 'index'; readonly of: Syntax; readonly index: Syntax }
  | { readonly kind: 'sign'; readonly sign: '+' | '-'; readonly of: Syntax }
  /** A key to sort by. */
  | { readonly kind: 'direction'; readonly of: Syntax; readonly isDescending: boolean }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: 'type'; readonly operator: 'is' | 'as'; readonly of: Syntax; readonly type: TypeName }
)
