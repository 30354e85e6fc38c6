-- Those with rows of these kinds of which nothing has been measured since a moment, though it was of late: the time
-- that a row may be without is 7 days at most. Of each organization the first such row is enough.
SELECT organizations.id AS "organizationId"
FROM organizations
CROSS JOIN LATERAL (
  SELECT
  FROM rows
  CROSS JOIN LATERAL (
    SELECT coalesce(state ->> 'last_evaluated_at', state ->> 'last_checked_at')::timestamptz AS at
  ) AS measured
  WHERE organization_id = organizations.id AND kind = ANY (:kinds::text[])
    AND at < :before::timestamptz AND at > :before::timestamptz - interval '9 days'
  LIMIT 1
) AS silent
