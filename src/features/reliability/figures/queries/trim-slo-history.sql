-- Removes the oldest days of an organization beyond its bounds.
WITH sized AS (
  SELECT kind, id, day, row_number() OVER newest AS place, sum(8 * steps) OVER newest AS bytes
  FROM slo_history
  WHERE organization_id = :organization_id
  WINDOW newest AS (ORDER BY day DESC, kind, id)
)
DELETE FROM slo_history AS history
USING sized
WHERE history.organization_id = :organization_id AND history.kind = sized.kind AND history.id = sized.id
  AND history.day = sized.day AND (place > :kept_days::integer OR bytes > :kept_bytes::integer)
