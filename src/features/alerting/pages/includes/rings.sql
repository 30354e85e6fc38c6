-- Of a page, an alert that somebody has to acknowledge and that nothing keeps back, no mute of its route either.
EXISTS (
  SELECT FROM delivery_alerts AS reported
  JOIN alerts AS one ON one.organization_id = reported.organization_id AND one.id = reported.alert_id
  WHERE reported.organization_id = page.organization_id AND reported.source = page.source
    AND one.resolved_at IS NULL AND one.acknowledged_at IS NULL
    AND one.muted_by IS NULL AND one.inhibited_by IS NULL AND one.unconfirmed_since IS NULL
    AND NOT EXISTS (
      SELECT FROM alert_routings AS routing
      WHERE routing.organization_id = one.organization_id AND routing.alert_id = one.id
        AND routing.route_id = page.sender_id AND routing.muted_by IS NOT NULL
    )
)
