-- Those with rows of these kinds of which nothing has been measured since a moment, though it was of late: the time
-- that a row may be without is 7 days at most.
SELECT organization_id AS "organizationId"
FROM rows
WHERE kind = ANY (:kinds::text[])
  AND coalesce(state ->> 'last_evaluated_at', state ->> 'last_checked_at')::timestamptz < :before::timestamptz
  AND coalesce(state ->> 'last_evaluated_at', state ->> 'last_checked_at')::timestamptz > :before::timestamptz - interval '9 days'
GROUP BY organization_id
