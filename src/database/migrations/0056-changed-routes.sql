-- A proof is of what was tried: of a route that has changed since, or a target of which has, none is left.
ALTER TABLE drill_routes ADD COLUMN changed_at timestamptz(3);

UPDATE drill_routes AS one
SET proved_at = NULL, changed_at = now()
WHERE proved_at IS NOT NULL AND (
  EXISTS (
    SELECT FROM rows AS route
    WHERE route.organization_id = one.organization_id AND route.kind = 'alert_routes' AND route.id = one.route_id
      AND route.updated_at > one.proved_at
  )
  OR EXISTS (
    SELECT
    FROM row_references AS link
    JOIN rows AS target ON target.organization_id = link.organization_id AND target.kind = link.to_kind
      AND target.id = link.to_id
    WHERE link.organization_id = one.organization_id AND link.kind = 'alert_routes' AND link.id = one.route_id
      AND link.to_kind = 'outbound_configs'
      AND (target.updated_at > one.proved_at OR target.configuration -> 'enabled' = 'false'::jsonb)
  )
);
