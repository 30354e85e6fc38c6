-- In the place of one that was begun before and never confirmed.
WITH replaced AS (
  DELETE FROM second_factors WHERE user_id = :user_id AND confirmed_at IS NULL
)
INSERT INTO second_factors (id, user_id, kind, name, created_at, sealed_secret)
VALUES (:id, :user_id, 'totp', '', :created_at, :sealed_secret)
