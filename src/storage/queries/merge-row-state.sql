-- The counter moves here and not in the program, so that no report is lost to another at the same time.
UPDATE rows SET state = state || $4::jsonb || CASE $6::text
  WHEN 'raise' THEN jsonb_build_object($5::text, coalesce((state ->> $5)::bigint, 0) + 1)
  WHEN 'reset' THEN jsonb_build_object($5::text, 0)
  ELSE '{}' END
WHERE organization_id = $1 AND kind = $2 AND id = $3
RETURNING kind, id, natural_key, configuration, secrets, state, revision, created_at, updated_at
