INSERT INTO held_firings (organization_id, connector_id, fingerprint, started_at, receiver, group_key, group_labels, said, due_at)
SELECT :organization_id, :connector_id, one.fingerprint, one.started_at, one.receiver, one.group_key, one.group_labels,
  one.said, now() + make_interval(secs => :seconds)
FROM jsonb_to_recordset(:firings::jsonb) AS one (fingerprint text, started_at timestamptz, receiver text, group_key text,
  group_labels jsonb, said jsonb)
ON CONFLICT (organization_id, connector_id, fingerprint, started_at, group_key) DO UPDATE SET said = EXCLUDED.said
