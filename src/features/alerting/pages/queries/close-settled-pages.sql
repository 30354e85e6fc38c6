-- Closes pages of whose alerts none is open that nobody has acknowledged.
-- @result steps: PageStep[]!
-- @result message: AlertMessage!
-- @result organizationId, id, source, email, taken, outcome: !
WITH settled AS (
  SELECT page.organization_id, page.id
  -- @include settled
  LIMIT :limit
  FOR UPDATE OF page SKIP LOCKED
), who AS (
  SELECT settled.organization_id, settled.id, last.acknowledged_by
  FROM settled
  JOIN pages AS page ON page.organization_id = settled.organization_id AND page.id = settled.id
  LEFT JOIN LATERAL (
    SELECT one.acknowledged_by
    FROM delivery_alerts AS reported
    JOIN alerts AS one ON one.organization_id = reported.organization_id AND one.id = reported.alert_id
    WHERE reported.organization_id = page.organization_id AND reported.source = page.source
      AND one.acknowledged_at IS NOT NULL AND one.resolved_at IS NULL
    ORDER BY one.acknowledged_at DESC
    LIMIT 1
  ) AS last ON true
)
UPDATE pages AS page
SET closed_at = now(), due_at = NULL, closed_by = who.acknowledged_by,
  outcome = CASE WHEN who.acknowledged_by IS NULL THEN 'ended' ELSE 'acknowledged' END
FROM who
WHERE page.organization_id = who.organization_id AND page.id = who.id
RETURNING page.organization_id AS "organizationId", page.id, page.source, page.email, page.message, page.steps, page.taken,
  page.outcome, page.closed_by AS "closedBy"
