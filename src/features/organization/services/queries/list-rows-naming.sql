-- The rows whose settings contain what is given for their kind, the first of each kind, and how many there are.
-- Expired rows are left out when lists leave them out.
-- @result version, text, total: !
WITH found AS (
  SELECT rows.*, row_number() OVER (PARTITION BY rows.kind ORDER BY sort_key, id) AS place,
    count(*) OVER (PARTITION BY rows.kind)::integer AS total
  FROM rows
  WHERE organization_id = :organization_id
    AND (kind, id) IN (
      SELECT given.kind, holder.id
      FROM unnest(:kinds::text[], :matches::jsonb[]) AS given (kind, match)
      JOIN rows AS holder ON holder.organization_id = :organization_id AND holder.kind = given.kind
        AND holder.configuration @> given.match
    )
    AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
)
SELECT kind, id, managed_by, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text, total
FROM found
WHERE place <= :limit
ORDER BY kind, sort_key, id
