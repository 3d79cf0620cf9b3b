-- A link opens a PDF with nothing attached, of the preset plain. Nothing was attached to any until now: a PDF that a link may have opened stays as it is.
insert into rendering (tenant, artifact_id, kind, format, preset, recipient, blob_id, bytes, sha256, created_at)
  select tenant, artifact_id, kind, format, 'plain', recipient, blob_id, bytes, sha256, created_at
  from rendering where kind = 'original' and format = 'pdf' and preset = 'default' and recipient <> ''
  on conflict do nothing;
