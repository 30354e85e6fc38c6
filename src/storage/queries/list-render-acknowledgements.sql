SELECT connector_id, digest, ok, message, version, running_digest, modules, at
FROM render_acknowledgements
WHERE organization_id = :organization_id
