/** The fate of each table's rows when a tenant is erased. D78. */

type ErasedTable = {
  readonly table: string
  /** One of the partitioned tables. */
  readonly isParted?: true
  /** Holds the tenant's identifier and not its number. */
  readonly isById?: true
}

/** A table that refers to another comes before it; a table that a trigger writes comes after the table of the trigger. */
export const erasedTables = [
  { table: 'resource', isParted: true },
  { table: 'history', isParted: true },
  { table: 'token', isParted: true },
  { table: 'range', isParted: true },
  { table: 'blob', isParted: true },
  { table: 'rendering' },
  { table: 'recipient' },
  { table: 'mapping_row' },
  { table: 'mapping_choice' },
  { table: 'document' },
  { table: 'message_identifier' },
  { table: 'received_message' },
  { table: 'attempt' },
  { table: 'delivery' },
  { table: 'applied_edition' },
  { table: 'patient_merge' },
  { table: 'artifact_export' },
  { table: 'audio_chunk' },
  { table: 'audio_upload' },
  { table: 'audio_session' },
  { table: 'job' },
  { table: 'review' },
  { table: 'review_count' },
  { table: 'sender_quality' },
  { table: 'sender_signature' },
  { table: 'sender' },
  { table: 'share_link' },
  { table: 'link_failure' },
  { table: 'bulk_export_file' },
  { table: 'bulk_export' },
  { table: 'subscription_event' },
  { table: 'subscription_cursor' },
  { table: 'subscription' },
  { table: 'search_parameter' },
  { table: 'own_definition' },
  { table: 'consent_denial' },
  { table: 'reindex' },
  { table: 'idempotency' },
  { table: 'request' },
  { table: 'telemetry' },
  { table: 'provider_use' },
  { table: 'platform_config' },
  { table: 'lease' },
  { table: 'spared_destination' },
  { table: 'alert_firing' },
  { table: 'issuer_state' },
  { table: 'issuer_user_tenant' },
  { table: 'issuer_client' },
  { table: 'data_key' },
  { table: 'outbox', isById: true },
] as const satisfies readonly ErasedTable[]

/** The audit, its seal and its counts: identifiers, states and times. */
export const keptTables = ['audit', 'audit_batch', 'usage_count', 'usage_cursor'] as const
