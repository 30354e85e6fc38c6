-- The counter moves here and not in the program, so that no report is lost to another at the same time.
-- A look at the row that it holds already, or an older one, was counted.
-- @param count_field, count_by, count_seen: nullable
UPDATE rows SET state = state || :state::jsonb || CASE
  WHEN (:state::jsonb ->> :count_seen::text)::timestamptz <= (state ->> :count_seen::text)::timestamptz THEN '{}'
  WHEN :count_by::text = 'raise' THEN jsonb_build_object(:count_field::text, coalesce((state ->> :count_field)::bigint, 0) + 1)
  WHEN :count_by::text = 'reset' THEN jsonb_build_object(:count_field::text, 0)
  ELSE '{}' END
WHERE organization_id = :organization_id AND kind = :kind AND id = :id
RETURNING kind, id, natural_key, configuration, secrets, state, revision, managed_by, created_at, updated_at
