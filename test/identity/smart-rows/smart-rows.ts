/** Rows of the requirements of SMART App Launch 2.2, and the test file whose titles name them. docs/design/identity.md. */

export type SmartRow = { readonly file: string; readonly rows: readonly number[] }

export const smartRows: readonly SmartRow[] = [
  { file: 'test/identity/issuer/discovery.test.ts', rows: [30, 207, 286, 287, 288, 289] },
  {
    file: 'test/identity/issuer/authorization.test.ts',
    rows: [15, 17, 18, 31, 49, 59, 74, 75, 78, 86, 87, 96, 103, 104, 113, 119, 164, 170, 209, 210, 354, 365],
  },
  {
    file: 'test/identity/issuer/launch.test.ts',
    rows: [168, 169, 170, 171, 172, 173, 174, 175, 176, 277, 352],
  },
  {
    file: 'test/identity/issuer/services.test.ts',
    rows: [
      ...[17, 241, 250, 254, 255, 256, 258, 261, 271, 272, 273, 274, 275, 278, 279, 282, 283, 296, 310],
      ...[335, 336, 337, 338, 339, 340, 341, 342, 344, 356, 357],
    ],
  },
]
