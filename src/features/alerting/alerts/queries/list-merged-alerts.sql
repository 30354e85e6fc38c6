-- The first of them, and how many there are.
-- @result total: !
SELECT title, count(*) OVER ()::integer AS total
FROM alert_overflows
WHERE organization_id = :organization_id AND connector_id = :connector_id
ORDER BY began_at, fingerprint
LIMIT :named
