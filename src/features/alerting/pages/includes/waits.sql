-- Of a page, that it is open, and that all that somebody still has to acknowledge is kept back.
page.closed_at IS NULL AND EXISTS (
  SELECT FROM delivery_alerts AS about
  JOIN alerts AS still ON still.organization_id = about.organization_id AND still.id = about.alert_id
  WHERE about.organization_id = page.organization_id AND about.source = page.source
    AND still.resolved_at IS NULL AND still.acknowledged_at IS NULL
) AND NOT
-- @include rings
