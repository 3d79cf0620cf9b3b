/** Rows of the requirements of SMART App Launch 2.2, and the test file whose titles name them. docs/design/identity.md. */

export type SmartRow = { readonly file: string; readonly rows: readonly number[] }

export const smartRows: readonly SmartRow[] = [
  { file: 'test/identity/issuer/discovery.test.ts', rows: [30, 207, 286, 287, 288, 289] },
  {
    file: 'test/identity/issuer/authorization.test.ts',
    rows: [15, 17, 18, 31, 49, 59, 74, 75, 78, 86, 87, 96, 103, 104, 113, 119, 164, 170, 209, 210, 354, 365],
  },
  {
    file: 'test/identity/smart-rows/app-launch.test.ts',
    rows: [
      ...[14, 24, 48, 53, 54, 56, 57, 73, 77, 84, 85, 88, 89, 94, 95, 101, 109, 110, 111, 112, 114, 115, 205, 316],
      ...[355, 358],
    ],
  },
  {
    file: 'test/identity/smart-rows/scopes.test.ts',
    rows: [...[123, 130, 136, 139, 140, 142, 144, 149, 177, 178, 188, 197, 198, 200, 361, 363, 367, 368, 369, 370]],
  },
  {
    file: 'test/identity/smart-rows/services.test.ts',
    rows: [228, 240, 247, 249, 251, 253, 259, 265, 266, 276, 285, 297, 305],
  },
  {
    file: 'test/identity/smart-rows/capabilities.test.ts',
    rows: [
      ...[348, 349, 350, 351, 353, 359, 360, 361, 362, 363, 364, 372, 373, 374, 377, 378, 380, 381, 382, 383, 384],
      ...[385, 393, 394],
    ],
  },
  { file: 'test/http/cross-origin.test.ts', rows: [16] },
  { file: 'test/http/tls/tls.test.ts', rows: [231] },
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
