-- @param route_id, target_id, service, connector_id: nullable
INSERT INTO drills (organization_id, id, route_id, target_id, service, until, labels, annotations, connector_id, begun_by,
  scheduled, deadline)
VALUES (:organization_id, :id, :route_id, :target_id, :service, :until, :labels, :annotations, :connector_id, :begun_by,
  :scheduled, now() + :seconds * interval '1 second')
