-- The history of some SLOs since a day, each as base64.
-- @result day, total, bad: !
SELECT id, to_char(day, 'YYYY-MM-DD') AS day, encode(total, 'base64') AS total, encode(bad, 'base64') AS bad
FROM slo_history
WHERE organization_id = :organization_id AND kind = :kind AND id = ANY(:ids::text[])
  AND day >= (:since::timestamptz AT TIME ZONE 'UTC')::date
ORDER BY id, slo_history.day
