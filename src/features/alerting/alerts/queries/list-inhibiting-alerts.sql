-- Of each key an open alert that keeps back what has the key.
-- @result key, id: !
SELECT wanted.key, min(one.id) AS id
FROM unnest(:keys::text[]) AS wanted (key)
JOIN alerts AS one ON one.organization_id = :organization_id AND one.resolved_at IS NULL
  AND one.source_keys @> ARRAY[wanted.key]
GROUP BY wanted.key
