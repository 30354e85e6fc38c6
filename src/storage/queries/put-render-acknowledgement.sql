-- @param message: nullable
-- @param version: nullable
-- @param running_digest: nullable
INSERT INTO render_acknowledgements
  (organization_id, connector_id, digest, ok, message, version, running_digest, targets, at, heard_at)
VALUES
  (:organization_id, :connector_id, :digest, :ok, :message, :version, :running_digest, :targets, :at, now())
ON CONFLICT (organization_id, connector_id)
DO UPDATE SET digest = EXCLUDED.digest, ok = EXCLUDED.ok, message = EXCLUDED.message, version = EXCLUDED.version,
  running_digest = EXCLUDED.running_digest, targets = EXCLUDED.targets, at = EXCLUDED.at,
  heard_at = EXCLUDED.heard_at, silence_told = false
