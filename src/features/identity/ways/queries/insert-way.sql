-- @param push_key_id: nullable
INSERT INTO ways (id, user_id, kind, name, sealed_address, bucket, push_key_id, created_at)
VALUES (:id, :user_id, :kind, :name, :sealed_address, :bucket, :push_key_id, :created_at)
