-- Of the rows of these kinds that were ever measured, the ones whose last measurement is older than a moment.
-- @result measuredAt: !
SELECT kind, id, coalesce(state ->> 'last_evaluated_at', state ->> 'last_checked_at')::timestamptz AS "measuredAt"
FROM rows
WHERE organization_id = :organization_id AND kind = ANY (:kinds::text[])
  AND coalesce(state ->> 'last_evaluated_at', state ->> 'last_checked_at')::timestamptz < :before::timestamptz
ORDER BY kind, sort_key, id
