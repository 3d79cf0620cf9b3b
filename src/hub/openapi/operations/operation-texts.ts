/** The texts of a group of operations, by operationId. */
export type OperationTexts = Readonly<Record<string, string>>
