# ruff: noqa: E501, SIM905 (tables of words)
"""What words mean, in English and Chinese: one line a concept, `name: english words | 中文词`. `_` joins words of a phrase.

Words are given in any one form; endings (-s, -ed, -ing, -e) do not count. A word may stand in several concepts.
"""

from __future__ import annotations

TABLE = """
train: train rail railway intercity amtrak eurostar carriage shinkansen | 火车 高铁 动车 列车 城际 12306 车次
metro: metro subway underground tube tram u-bahn s-bahn mrt bart streetcar light_rail | 地铁 轻轨 电车 号线
bus: bus coach shuttle minibus flixbus | 公交 公车 大巴 巴士 班车 长途车 客车
flight: flight plane fly flew aircraft airline airport airplane airways terminal jet | 航班 飞机 机场 航空 航站楼 飞往 班机 乘机 送机 接机
ferry: ferry boat ship sail cruise | 轮渡 渡轮 坐船 游船 邮轮
car: car vehicle drive driving road motorway highway auto windscreen garage | 汽车 开车 车辆 车载 自驾 驾车 爱车 行车
bike: bike bicycle cycle cycling e-bike scooter pedal | 骑车 自行车 单车 骑行 电动车 电瓶车
taxi: taxi cab uber lyft bolt ride-hail | 打车 出租车 网约车 滴滴 叫车 专车
line: line route service commute | 线路 号线 通勤
station: station platform stop | 车站 站台 站点 地铁站 高铁站 火车站 进站
commute: commute to_work to_school way_to_work work_day | 通勤 上班路上 上班 上学路上 去公司
boarding: board boarding gate boarding_pass final_call doors check-in check_in security | 登机 检票 登机口 登机牌 舱门 值机 安检
land: land landed touchdown arrived_at_the_airport | 落地 降落 着陆 抵达机场
takeoff: takeoff take_off departure depart doors_closing seatbelt | 起飞 滑行 关舱门 系好安全带
ticket: ticket pass booking reservation e-ticket admission entry qr | 车票 机票 门票 电影票 入场券 票 订单 入场 取票
platform: platform gate track | 站台 登机口 检票口
delay: delay late behind_schedule postponed held slow disruption reroute longer_than_usual more_than_usual slower_than_usual heavy_traffic traffic_jam congestion | 晚点 延误 延迟 推迟 迟到 误点 耽搁 拥堵 堵车 比平时多
stopped: cancel suspend interrupt no_service not_running closed closure strike stopped out_of_service | 停运 取消 中断 停驶 关闭 封闭 罢工 暂停 停航
traffic: traffic jam congestion accident tailback roadworks slow_traffic detour longer_than_usual more_than_usual | 拥堵 堵车 路况 交通 事故 缓行 绕行
fuel: fuel petrol gas diesel tank refuel petrol_station gas_station | 油量 加油 油箱 没油 燃油 油快 汽油
charge: charge charger charging battery power plug socket power_bank recharge | 充电 电量 电池 没电 续航 充电宝 充电器
low: low empty nearly_empty running_out almost_out left remain below under drop | 低 不足 不够 快没 即将用尽 剩余 仅剩 见底 过低 用完 没了 低于
full: full almost_full run_out out_of_space no_space | 已满 将满 不足 用尽 不够
storage: storage space disk memory gb gigabyte | 存储 空间 内存 储存
internet: internet online network connection wi-fi wifi signal offline hotspot | 网络 上网 联网 信号 断网 无线网 热点
data: mobile_data data roaming data_plan allowance gb data_usage | 流量 移动数据 漫游
abroad: abroad roam welcome_to border roaming overseas foreign passport customs | 国外 出国 境外 漫游 海外 边境 护照
travel: trip travel journey vacation holiday pack suitcase luggage getaway itinerary tour baggage | 旅行 旅游 出差 行李 度假 出行 行程 出游
hotel: hotel hostel airbnb accommodation room_key check-in check_in check_out | 酒店 宾馆 民宿 入住 退房
weather: weather forecast rain sun storm snow wind temperature umbrella shower thunderstorm dry wet sky | 天气 下雨 预报 有雨 阵雨 暴雨 气温 降温 雷阵雨 台风 大风 下雪 带伞
rain: rain shower drizzle downpour pour wet storm thunderstorm rainy umbrella | 雨 淋湿 带伞
storm: storm thunderstorm warning alert gale hail hurricane typhoon lightning flood gust severe | 预警 暴雨 台风 雷暴 大风 冰雹 暴雪 洪水 雷雨
heat: heat hot heatwave warm | 高温 炎热 太热 闷热
cold: cold freeze frost ice icy chilly cool | 降温 寒潮 结冰 冷 霜冻
uv: uv sunscreen sunburn | 紫外线 防晒
pollen: pollen allergy hay_fever allergen | 花粉 过敏
air: air_quality aqi pm2.5 smog pollution purifier particulate haze ventilation co2 | 空气质量 雾霾 净化器 污染 通风 PM2.5
sunset: sunset sunrise dusk dawn glow aurora rainbow eclipse meteor | 晚霞 日落 日出 火烧云 彩虹 极光 流星
picnic: picnic barbecue bbq outdoor park garden beach camp | 野餐 烧烤 户外 公园 露营 海边
hike: hike hiking trek trail mountain climb summit | 徒步 爬山 登山 远足
laundry: laundry washing wash dry clothes washer washing_machine dryer spin | 洗衣 衣服 晾 收衣 洗衣机 烘干 晒被
meeting: meeting call conference stand-up standup sync review interview session webinar presentation workshop briefing 1:1 one-on-one seminar appointment | 会议 开会 站会 班前会 早会 例会 评审 面谈 面试 研讨会 宣讲 培训 线上会 周会 晨会
online: online zoom teams meet webex video_call remote virtual | 线上 腾讯会议 视频会议 远程 在线 网课
lecture: lecture class course lesson seminar tutorial lecturer professor | 上课 课堂 讲座 课程 教授 下课 教室
exam: exam test quiz midterm final finals | 考试 测验 测试 期末 期中 模考
homework: homework assignment essay coursework submit paper hand_in thesis report | 作业 论文 提交 报告 上交
deadline: deadline due last_day expire expiry until cutoff closing_date submit_by run_out | 截止 到期 最后一天 期限 逾期 过期 之前
study: study revise revision textbook learn practice vocabulary flashcard language_lesson pomodoro focus | 学习 复习 背单词 课本 刷题 练习 打卡 专注
interview: interview recruiter candidate hiring | 面试 招聘 应聘
performance: concert play theatre theater opera show stage perform recital musical gig ballet band festival premiere orchestra | 演出 音乐会 演唱会 话剧 歌剧 上台 表演 汇演 剧场 舞台 相声 乐队
cinema: cinema movie film imax screening premiere | 电影 影院 影城 观影 首映
museum: museum exhibition gallery zoo aquarium opening_hours exhibit | 博物馆 展览 美术馆 动物园 水族馆 开放时间 画展
church: church mass temple mosque prayer service funeral wedding ceremony | 教堂 寺庙 婚礼 葬礼 典礼 礼拜 祷告
library: library book borrow reading_room renew | 图书馆 借书 还书 阅览室 图书
silence: quiet silent silence mute vibrate ring noise disturb | 静音 安静 震动 振动 响铃 勿扰
sleep: sleep asleep bed bedtime fall_asleep insomnia night nap pillow bedroom tuck | 睡觉 睡前 入睡 睡着 上床 午睡 午觉 助眠 卧室 睡眠
wake: wake get_up alarm early morning wake-up | 起床 早起 闹钟 叫醒
baby: baby infant toddler newborn nursery crib | 宝宝 婴儿 孩子 小孩 宝贝
child: child kid daughter son toddler school_child little_one | 孩子 女儿 儿子 小朋友 宝宝 娃
pet: pet dog cat puppy vet litter kitten walk_the_dog | 宠物 狗 猫 遛狗 兽医 猫砂 猫粮 狗粮
missing: missing lost find search_for ran_away | 走失 走丢 丢了 寻找 不见了 失踪
plant: plant garden watering flowers soil moisture | 浇水 植物 花 花园 土壤
doctor: doctor clinic dentist hospital practice physician surgery check-up checkup dental gp therapist physio appointment optician | 医生 医院 诊所 门诊 牙医 看牙 体检 复诊 挂号 就诊 牙科 口腔
medicine: medicine pill tablet medication dose prescription antibiotic drug vitamin insulin inhaler capsule pharmacy refill | 药 吃药 服药 处方 药片 胶囊 药房 维生素 胰岛素 药店
pharmacy: pharmacy chemist drugstore | 药店 药房
ill: ill sick fever flu cold cough unwell headache temperature | 生病 发烧 感冒 咳嗽 不舒服 体温
blood_pressure: blood_pressure mmhg systolic hypertension cuff | 血压
glucose: glucose blood_sugar sugar mmol mg/dl diabetes insulin | 血糖 糖尿病
weight: weigh weight scale kg pounds | 体重 称重 体重秤 秤
temperature: temperature thermometer fever °c celsius | 体温 温度计 发烧
heart: heart pulse bpm heart_rate | 心率 脉搏 心跳
water: water drink hydrate hydration glass | 喝水 饮水 水杯 补水
steps: steps walk daily_goal step_count | 步数 走路 步行
workout: workout exercise gym fitness sport training sweat crossfit session | 健身 运动 锻炼 训练 力量 健身房
run: run running jog marathon runner parkrun | 跑步 晨跑 夜跑 慢跑 马拉松 跑完
swim: swim pool swimming lane | 游泳 泳池 泳道 游泳馆
yoga: yoga pilates meditation stretch mat meditate breathing | 瑜伽 普拉提 冥想 拉伸
football: football soccer match kick-off game league goal derby team basketball baseball rugby cricket | 足球 球赛 比赛 开球 球队 篮球 联赛 主场
climb: climb boulder wall bouldering | 攀岩 抱石
tennis: tennis badminton squash padel court | 网球 羽毛球 乒乓球 球场
live: live kick-off stream on_air starts_now broadcast live_stream | 直播 开播 开球
series: series episode season show new_episode | 剧集 更新 新一集 追剧 番
podcast: podcast episode radio | 播客 电台
music: music song playlist album playing listen jazz | 音乐 歌 歌单 专辑 听歌
headphones: headphones earbuds headset airpods buds earphones headphone | 耳机 耳塞
book: book novel audiobook read chapter author | 书 小说 阅读 有声书 读书
recipe: recipe cook cooking oven stove kitchen bake boil simmer dish dinner_prep | 菜谱 做饭 做菜 烤箱 炖 煮 灶 厨房 烘焙 下厨
eat: eat dinner lunch brunch breakfast meal restaurant food supper hungry canteen cafeteria takeaway | 吃饭 午饭 晚饭 早餐 晚餐 午餐 餐厅 聚餐 吃 外卖 食堂 饭馆 早午餐 夜宵
coffee: coffee cafe latte espresso cappuccino | 咖啡 拿铁 奶茶
canteen: canteen cafeteria mensa lunchroom kitchen_closed | 食堂 餐厅
table: table reserve book seats reservation | 订位 订座 位子 包间 预订
guest: guest visitor drop_by come_over visit friends_over around_the_corner | 客人 来客 做客 来家里 过来 串门
oven: oven stove hob cooker | 烤箱 灶 炉
fault: fault error fail failure broken defect problem malfunction trouble out_of_order crash stuck | 故障 错误 出错 坏了 失败 异常 报错 停机
party: party birthday celebrate anniversary celebration | 生日 聚会 派对 庆祝 纪念日
birthday: birthday born turn b-day | 生日
anniversary: anniversary | 纪念日
congratulate: congratulation passed promotion promoted engaged married baby_born graduate won news good_news | 恭喜 喜事 通过考试 升职 结婚 毕业 得奖 录取 好消息
gift: gift present | 礼物 送礼
bill: bill invoice payment due pay paid paying amount owe fee charge statement rent utility dues premium tuition | 账单 缴费 付款 应付 电费 水费 燃气费 房租 物业费 学费 话费 还款 欠费 保费 缴
rent: rent landlord lease | 房租 房东 租金
electricity: electricity power energy utility kwh | 电费 电力 国家电网 供电
gas: gas meter heating_bill | 燃气 煤气 天然气
meter: meter meter_reading | 抄表 表 读数
tax: tax tax_return revenue | 税 报税
insurance: insurance policy premium | 保险 保费
bank: bank account card transfer balance transaction withdrawal iban | 银行 账户 转账 余额 银行卡 支付
shop: shop store supermarket grocery groceries market mall retail till checkout cashier bakery | 商店 超市 便利店 菜场 商场 收银 结账 市场 买菜
till: till checkout cashier register pay_at counter loyalty | 收银 结账 付款 柜台 会员卡
receipt: receipt guarantee warranty proof_of_purchase | 小票 收据 保修 发票
cart: cart basket shopping_cart wish_list wishlist saved_items | 购物车 收藏 心愿单 购物袋
price: price drop cheaper reduced price_drop deal discount lower | 降价 价格 降到 便宜 优惠
stock: in_stock back_in_stock available again restock sold_out | 到货 补货 有货 上架
supplies: running_out out_of replace empty refill reorder used_up low_on filter cartridge consumable detergent last_one | 用完 没了 换 补充 滤芯 耗材 补货 快没了 见底
parcel: parcel package delivery deliver shipment courier locker packstation mailbox post dhl ups fedex hermes dpd amazon shipped tracking | 快递 包裹 驿站 快件 派送 取件 丰巢 快递柜 物流 菜鸟 顺丰 中通 圆通 配送
pickup: pick_up pickup collect collection ready_for_collection code locker | 取件 自提 取货 待取 提货 领取
code: code pin pickup_code | 取件码 验证码 密码 提货码
door: door doorbell front_door entrance knock bell at_the_door gate | 门 门铃 门口 大门 敲门
lock: lock unlock unlocked open key | 门锁 锁 未锁 没锁 钥匙
window: window open_window | 窗 窗户
light: light lamp lights bulb | 灯 灯光 台灯
heating: heating heater radiator thermostat boiler temperature warm | 暖气 取暖 供暖 地暖 加热
aircon: air_con air_conditioner aircon ac cooling air_conditioning fan | 空调 制冷 风扇
appliance: washing_machine washer dryer dishwasher oven kettle vacuum robot cooker rice_cooker fridge freezer | 洗衣机 洗碗机 烘干机 扫地机 电饭煲 冰箱 冰柜
no_internet: no_internet without_internet no_connection no_wi-fi offline no_internet_access | 无法上网 没有网络 断网 上不了网 无互联网
leak: leak water_leak flood moisture smoke alarm gas_leak | 漏水 烟雾 漏 燃气泄漏
away: away left nobody_home not_home out vacation no_one_is_home | 不在家 离家 没人在家 外出 出门
home: home house flat apartment come_home got_home | 家 到家 回家 家里
work: work office company desk colleague job workplace | 公司 单位 办公室 上班 工作
boss: boss manager chief supervisor director | 经理 领导 总监 老板 主任 上司
colleague: colleague team coworker teammate | 同事 组里 团队
overtime: overtime late_at_the_office stay_late working_late still_working | 加班 晚下班
friend: friend buddy mate pal | 朋友 哥们 闺蜜
neighbour: neighbour neighbor | 邻居
mother: mother mum mom mam mama mummy | 妈妈 母亲 老妈 妈
father: father dad papa daddy | 爸爸 父亲 老爸 爸
family: family parents grandma grandmother grandpa granddad sister brother aunt uncle cousin | 家人 奶奶 爷爷 外婆 姐姐 哥哥 弟弟 妹妹 亲戚 家里人 爸妈
partner: partner wife husband girlfriend boyfriend spouse fiancee | 老婆 老公 太太 先生 伴侣 老伴 爱人 对象
landlord: landlord landlady tenant property_manager | 房东 物业 房客
customer: customer client supplier vendor order | 客户 供应商 甲方
missed_call: missed miss missed_call called rang | 未接 错过 没接到 漏接
call: call phone telephone zoom facetime skype video_call ring_back callback dial | 电话 来电 回电 打来 通话
message: message text sms write chat whatsapp reply answer dm | 消息 短信 微信 回复 留言 发来
email: mail email e-mail inbox | 邮件 邮箱
question: question ask wonder do_you_know don't_know what_does what_is | 问 吗 什么 怎么 知道
where: where_are_you where location find_you cannot_find exit where_am_i | 在哪 哪里 到哪 位置 没看到你
wait: wait waiting here_already ready_for_you | 等 在等 等你
number: number phone_number new_number contact save | 号码 新号 电话 手机号 联系方式
photo: photo picture pic photograph image selfie camera film video record shoot snap | 照片 拍照 拍 合影 录像 视频 相片 录
whiteboard: whiteboard blackboard board slide flipchart | 白板 黑板 板书
parking: parking car_park parked park_the_car parking_spot garage | 停车 车位 停车场 泊车 车库
document: document file pdf contract form scan report slides notes presentation spreadsheet | 文件 合同 文档 报告 表格 资料 材料 课件
note: note write_down notes jot | 笔记 记 备忘
error: error code crash fault | 错误 报错 出错
finished: finished completed over ended end closing closed | 结束 完毕 完成 散场
screenshot: screenshot confirmation booking_confirmed | 截图 截屏
news: news notice announce announcement bulletin | 消息 通知 公告 新闻
link: link page website http https | 链接 网址 网站 网页
word: word mean meaning term define | 词 意思 什么意思 术语
recall: recall recalled unsafe | 召回
school: school kindergarten nursery class daycare teacher parents_evening pupil university campus | 学校 幼儿园 班 家长会 老师 班级 托班
off: day_off holiday leave sleep_in snow_day public_holiday free_day | 休息日 调休 放假 请假 休假 假期
product: product version release ship launch update app_release | 产品 版本 上线 发布
goal: goal target achieved reached record streak milestone | 目标 达成 完成 打卡 成就
volunteer: volunteer charity donate | 志愿 公益 捐
vote: vote poll survey | 投票 问卷
game: game raid level energy | 游戏
nail: hair haircut barber salon spa nails | 理发 美发 美甲 剪头
repair: repair technician plumber electrician craftsman engineer handyman installer | 维修 师傅 水管工 电工 修 上门 安装
trash: trash garbage bin rubbish recycling waste collection | 垃圾 垃圾桶 回收
visa: visa passport embassy id_card | 签证 护照 身份证
screen: screen display page bright brightness dim glare | 屏幕 亮度 刺眼 熄屏
measured: reading readings measured measurement sent_a_reading | 读数 测量 测得
reading: read e-book article kindle | 看书 阅读 看文章
dark: dark night evening dim | 天黑 晚上 夜里 深夜
noise_level: loud volume noisy quieter | 音量 声音 吵
loud: loud loudspeaker speaker aloud | 外放 大声
"""

# What must have come about for a sentence about it to apply: "when the train is late" is not about any train.
ESSENTIAL = frozenset(
    """
    away     no_internet delay stopped fault low full supplies missing ill deadline missed_call live recall overtime abroad
    land guest storm rain heat cold pollen air leak error birthday anniversary congratulate stock price sunset
    finished exam baby
    """.split()
)
# Words that name a concept so weakly that they alone prove nothing.
WEAK = frozenset(
    """
    low full bill question message home work call line away news door dark goal light where friend child family
    code note finished number water internet screen missing photo document eat wait email shop data boarding
    reading book online game product link customer colleague delay stopped travel deadline table school music taxi
    car lock gas error station study heat cold live platform meter steps temperature
    """.split()
)
