ALTER TABLE "exam_hall_seats" DROP CONSTRAINT "exam_hall_seats_hall_id_seat_row_seat_column_pk";
ALTER TABLE "exam_hall_seats" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "exam_hall_seats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);
CREATE UNIQUE INDEX "exam_hall_seats_place" ON "exam_hall_seats" USING btree ("hall_id","seat_row","seat_column");
